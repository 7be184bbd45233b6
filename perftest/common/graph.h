// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Work of a stream, captured once and launched as a whole.
#pragma once

#include "check.h"

namespace perftest {

class Graph {
  public:
    /// Captures what `record` gives the stream.
    template <class Record>
    Graph(cudaStream_t stream, Record record) : stream_(stream) {
        CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        record();
        CUDA_CHECK(cudaStreamEndCapture(stream, &graph_));
        CUDA_CHECK(cudaGraphInstantiate(&instance_, graph_, nullptr, nullptr, 0));
    }
    ~Graph() {
        cudaGraphExecDestroy(instance_);
        cudaGraphDestroy(graph_);
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    void launch() { CUDA_CHECK(cudaGraphLaunch(instance_, stream_)); }

  private:
    cudaStream_t stream_;
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t instance_ = nullptr;
};

}  // namespace perftest
