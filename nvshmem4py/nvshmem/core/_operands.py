# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where operands lie that do not lend their bytes through the buffer protocol: tensors, and arrays of a device."""
from nvshmem.errors import NvshmemInvalid, WrongType


def describe(operand, name: str):
    """(address, bytes, bytes of an element). Raises NvshmemInvalid for what is no operand or is not contiguous."""
    if hasattr(operand, "data_ptr") and hasattr(operand, "element_size"):
        return describe_tensor(operand, name)
    interface = getattr(operand, "__cuda_array_interface__", None) or getattr(operand, "__array_interface__", None)
    if interface is not None:
        return describe_interface(operand, interface, name)
    raise WrongType(f"{name} is a {type(operand).__name__}; it must be a Buffer, an array or a tensor")


def describe_tensor(tensor, name: str):
    if not is_dense(tensor):
        raise NvshmemInvalid(f"{name} is a tensor of shape {tuple(tensor.shape)} with strides {tuple(tensor.stride())}, not contiguous; "
                             "use .contiguous() and copy it into a symmetric tensor")
    return tensor.data_ptr(), tensor.numel() * tensor.element_size(), tensor.element_size()


def is_dense(tensor) -> bool:
    """Contiguous in C or Fortran order."""
    return tensor.is_contiguous() or tensor.permute(*reversed(range(tensor.dim()))).is_contiguous()


def describe_interface(array, interface: dict, name: str):
    item = int(interface["typestr"][2:])
    if interface.get("strides") is not None and not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise NvshmemInvalid(f"{name} is not contiguous: strides {interface['strides']}")
    count = 1
    for extent in interface["shape"]:
        count *= extent
    return interface["data"][0], count * item, item
