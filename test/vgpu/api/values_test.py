#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Names, numbers and layouts of the virtual device's CUDA headers are those of CUDA's own, where those are installed.

One program prints all enumerators, flags, sizes and offsets; it is compiled with either headers, and has to print the same.
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OURS = ROOT / "include/vgpu"
CXX = os.environ.get("CXX", "g++")
OWN = re.compile(r"^(VGPU_|vgpu)|(Max|MAX|Count|_BEHIND_LAST)$|ApiFailureBase")  # of this project, or the end of a list
HEADERS = '#include <cuda.h>\n#include <cuda_runtime_api.h>\n'

STRUCTS = {
    "cudaDeviceProp": "name uuid totalGlobalMem sharedMemPerBlock maxThreadsDim major multiProcessorCount pciBusID pciDomainID "
                      "managedMemory cooperativeLaunch hostRegisterSupported memoryPoolsSupported clusterLaunch hostNumaId",
    "cudaPointerAttributes": "type device devicePointer hostPointer",
    "cudaMemcpy3DParms": "srcArray srcPos srcPtr dstArray dstPos dstPtr extent kind",
    "cudaMemcpy3DPeerParms": "srcDevice dstDevice extent",
    "cudaFuncAttributes": "sharedSizeBytes maxThreadsPerBlock numRegs maxDynamicSharedSizeBytes preferredShmemCarveout",
    "cudaMemPoolProps": "allocType handleTypes location maxSize usage",
    "cudaMemAccessDesc": "location flags",
    "cudaKernelNodeParams": "func gridDim blockDim sharedMemBytes kernelParams extra",
    "cudaMemsetParams": "dst pitch value elementSize width height",
    "cudaHostNodeParams": "fn userData",
    "cudaLaunchConfig_t": "gridDim blockDim dynamicSmemBytes stream attrs numAttrs",
    "cudaLaunchAttribute": "id val",
    "cudaGraphInstantiateParams": "flags uploadStream errNode_out result_out",
    "cudaGraphExecUpdateResultInfo": "result errorNode errorFromNode",
    "cudaIpcMemHandle_t": "", "cudaIpcEventHandle_t": "", "cudaGraphEdgeData": "", "dim3": "", "float4": "", "double2": "",
    "longlong2": "", "uchar4": "", "short2": "", "int3": "",
    "CUmemAllocationProp": "type requestedHandleTypes location win32HandleMetaData allocFlags",
    "CUmemAccessDesc": "location flags",
    "CUstreamBatchMemOpParams": "waitValue.address waitValue.value64 waitValue.flags writeValue.address writeValue.flags",
    "CUlaunchConfig": "gridDimX blockDimX sharedMemBytes hStream attrs numAttrs",
    "CUlaunchAttribute": "id value",
    "CUmemPoolProps": "allocType handleTypes location maxSize usage", "CUipcMemHandle": "", "CUipcEventHandle": "",
    "CUDA_KERNEL_NODE_PARAMS": "func gridDimX blockDimX sharedMemBytes kernelParams extra kern ctx",
    "CUDA_MEMSET_NODE_PARAMS": "dst pitch value elementSize width height", "CUDA_HOST_NODE_PARAMS": "fn userData",
    "CUDA_MEMCPY3D": "srcXInBytes srcZ srcLOD srcHost srcDevice srcPitch srcHeight dstXInBytes dstHost dstDevice dstPitch dstHeight "
                     "WidthInBytes Height Depth",
    "CUDA_MEMCPY2D": "srcXInBytes srcHost srcDevice srcPitch dstXInBytes dstHost dstDevice dstPitch WidthInBytes Height",
}


def toolkit():
    """The include folder of CUDA's own headers; None where there are none."""
    nvcc = shutil.which("nvcc")
    places = [Path(nvcc).resolve().parents[1] / "include"] if nvcc else []
    places += [Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "include"]
    return next((place for place in places if (place / "cuda_runtime_api.h").exists()), None)


def preprocessed(*options) -> str:
    return subprocess.run([CXX, "-E", *options, f"-I{OURS}", "-x", "c++", "-"], input=HEADERS, capture_output=True, text=True,
                          check=True).stdout


def enumerators() -> list:
    names = []
    for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", re.sub(r"^#.*$", "", preprocessed(), flags=re.MULTILINE)):
        names += re.findall(r"\b(\w+)\s*(?:=[^,]*)?(?:,|$)", body.strip())
    return [name for name in names if re.match(r"(cuda|CU|CUDA)", name) and not OWN.search(name)]


def flags() -> list:
    defined = re.findall(r"#define ((?:cuda|CU_)\w+) \(?\(?(?:int\))?-?(?:0x)?[0-9]", preprocessed("-dM"))
    return sorted(name for name in defined if not OWN.search(name))


def program() -> str:
    lines = [f'    std::printf("%s %lld\\n", "{name}", (long long){name});' for name in sorted(set(enumerators())) + flags()]
    for struct, fields in STRUCTS.items():
        lines.append(f'    std::printf("%s %zu\\n", "sizeof {struct}", sizeof({struct}));')
        lines += [f'    std::printf("%s %zu\\n", "{struct}.{field}", offsetof({struct}, {field}));' for field in fields.split()]
    return HEADERS + "#include <cstddef>\n#include <cstdio>\nint main() {\n" + "\n".join(lines) + "\n}\n"


def printed(include: Path, folder: Path) -> list:
    source, binary = folder / "values.cpp", folder / "values"
    source.write_text(program())
    done = subprocess.run([CXX, "-std=c++17", "-w", f"-I{include}", source, "-o", binary], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError("\n".join(line for line in done.stderr.splitlines() if "error" in line))
    return subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()


class Values(unittest.TestCase):
    @unittest.skipUnless(toolkit(), "CUDA's own headers are not installed")
    def test_names_numbers_and_layouts_are_those_of_cuda(self):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = printed(OURS, Path(folder)), printed(toolkit(), Path(folder))
        self.assertGreater(len(ours), 500)
        self.assertEqual([], [f"{mine} (CUDA: {line.rsplit(' ', 1)[1]})" for mine, line in zip(ours, theirs) if mine != line])


if __name__ == "__main__":
    unittest.main()
