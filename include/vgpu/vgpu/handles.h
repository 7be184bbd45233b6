// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Types that the runtime and the driver interface have in common.
#pragma once

typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUgraph_st* CUgraph;
typedef struct CUgraphNode_st* CUgraphNode;
typedef struct CUgraphExec_st* CUgraphExec;
typedef struct CUfunc_st* CUfunction;
typedef struct CUkern_st* CUkernel;
typedef struct CUlib_st* CUlibrary;
typedef struct CUmod_st* CUmodule;
typedef struct CUctx_st* CUcontext;
typedef struct CUmemPoolHandle_st* CUmemoryPool;

typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;

#define CUDA_IPC_HANDLE_SIZE 64

/// Edges of graphs carry nothing on the virtual device: all bytes are 0.
typedef struct CUgraphEdgeData_st {
    unsigned char from_port;
    unsigned char to_port;
    unsigned char type;
    unsigned char reserved[5];
} CUgraphEdgeData;
