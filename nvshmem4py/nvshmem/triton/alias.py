# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem.triton under the name that PyTorch has for its own: torch.distributed._symmetric_memory._nvshmem_triton.

By an import hook, in this process alone; nothing is written into torch.
"""
import sys

from nvshmem._cuda_names import Finder

NAME = "torch.distributed._symmetric_memory._nvshmem_triton"
_found: dict = {}  # what the name stood for before


def _put(module) -> None:
    """The import system goes on with what is in sys.modules afterwards."""
    import nvshmem.triton

    sys.modules[NAME] = nvshmem.triton


_finder = Finder({NAME: _put})


def install_alias() -> None:
    """From here on, an import of PyTorch's module gives nvshmem.triton; one that was imported before is replaced for later imports."""
    if _finder in sys.meta_path:
        return
    sys.meta_path.insert(0, _finder)
    if NAME in sys.modules:
        _found[NAME] = sys.modules[NAME]
    _stand_for(sys.modules["nvshmem.triton"] if NAME in sys.modules else None)


def remove_alias() -> None:
    """Undoes install_alias for later imports."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
        _stand_for(_found.pop(NAME, None))


def _stand_for(module) -> None:
    parent, child = NAME.rsplit(".", 1)
    sys.modules.pop(NAME, None)
    package = sys.modules.get(parent)
    if module is not None:
        sys.modules[NAME] = module
        setattr(package, child, module)
    elif package is not None and hasattr(package, child):
        delattr(package, child)
