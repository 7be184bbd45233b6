// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Jacobi's method for a plate with a fixed temperature at its edges, the rows shared out among the PEs. One
// kernel a step: the blocks with a PE's outermost rows wait for the neighbour's row inside the kernel, and
// put their own into the neighbour's halo with a signal. No barrier, and the host only launches. PE 0
// compares with a run of its own and writes a picture.     nvshmrun -n 4 jacobi [--size N] [--steps N]
// [--picture FILE.bmp]
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"

struct Options {
    int size = 256, steps = 500;
    std::string picture = "jacobi.bmp";
};

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--size") == 0) options.size = std::atoi(argv[i + 1]);
        if (std::strcmp(argv[i], "--steps") == 0) options.steps = std::atoi(argv[i + 1]);
        if (std::strcmp(argv[i], "--picture") == 0) options.picture = argv[i + 1];
    }
    return options;
}

/// A PE's rows: two time steps with a halo row above and below, and a signal from each neighbour.
struct Band {
    float* grid[2];
    uint64_t* from;  // [0] from above, [1] from below: the number of the step whose row has come
    int rows, size, above, below, rows_above;  // neighbours, -1 where the plate ends
};

constexpr int threads = 128, rows_of_block = 8;

/// Puts row `mine` into row `theirs` of the neighbour; by all threads of the block.
__device__ void send_row(const Band& b, float* grid, int mine, int theirs, uint64_t* signal, int step,
                         int pe) {
    __syncthreads();  // the row is complete
    nvshmemx_float_put_signal_nbi_block(grid + static_cast<size_t>(theirs) * b.size,
                                        grid + static_cast<size_t>(mine) * b.size, b.size, signal, step + 1,
                                        NVSHMEM_SIGNAL_SET, pe);
}

/// By all threads of the block.
__device__ void wait_row(const uint64_t* signal, int step) {
    if (threadIdx.x == 0) nvshmem_signal_wait_until(const_cast<uint64_t*>(signal), NVSHMEM_CMP_GE, step);
    __syncthreads();
}

/// Step `step` reads grid[step % 2]. A neighbour is one step ahead at most: it waits for the row that this PE
/// sends after it has read the halo. So two grids are enough.
__global__ void relax(Band b, int step) {
    const float* now = b.grid[step % 2];
    float* next = b.grid[(step + 1) % 2];
    const int first = 1 + blockIdx.x * rows_of_block, end = min(first + rows_of_block, b.rows + 1);
    if (first == 1 && b.above >= 0) wait_row(&b.from[0], step);
    if (end == b.rows + 1 && b.below >= 0) wait_row(&b.from[1], step);
    for (int r = first; r < end; ++r)
        for (int c = threadIdx.x; c < b.size; c += blockDim.x) {
            const float* p = now + static_cast<size_t>(r) * b.size + c;
            const bool edge =
                c == 0 || c == b.size - 1 || (r == 1 && b.above < 0) || (r == b.rows && b.below < 0);
            next[static_cast<size_t>(r) * b.size + c] =
                edge ? *p : 0.25f * (p[-b.size] + p[b.size] + p[-1] + p[1]);
        }
    if (first == 1 && b.above >= 0) send_row(b, next, 1, b.rows_above + 1, &b.from[1], step, b.above);
    if (end == b.rows + 1 && b.below >= 0) send_row(b, next, b.rows, 0, &b.from[0], step, b.below);
}

/// Rows [first, first + count) of a PE.
struct Rows {
    int first, count;
};
Rows rows_of(int pe, int pes, int size) {
    const int first = static_cast<int>(static_cast<long>(size) * pe / pes);
    return {first, static_cast<int>(static_cast<long>(size) * (pe + 1) / pes) - first};
}

/// A hot upper edge, a warm stretch of the left one, the rest is cold.
float initial(int row, int column, int size) {
    if (row == 0) return column == size - 1 ? 0.0f : 100.0f * std::sin(3.14159265f * column / (size - 1));
    return column == 0 && row > size / 2 && row < 7 * size / 8 ? 80.0f : 0.0f;
}

std::vector<float> serial(int size, int steps) {
    std::vector<float> now(static_cast<size_t>(size) * size);
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) now[static_cast<size_t>(r) * size + c] = initial(r, c, size);
    std::vector<float> next = now;
    for (int step = 0; step < steps; ++step) {
        for (int r = 1; r < size - 1; ++r)
            for (int c = 1; c < size - 1; ++c) {
                const float* p = &now[static_cast<size_t>(r) * size + c];
                next[static_cast<size_t>(r) * size + c] = 0.25f * (p[-size] + p[size] + p[-1] + p[1]);
            }
        std::swap(now, next);
    }
    return now;
}

/// A bitmap file with 24 bits a pixel, cold is blue, warm is white, hot is red; rows from the lowest up.
bool write_picture(const std::string& name, const std::vector<float>& plate, int size) {
    const int line = (3 * size + 3) / 4 * 4, bytes = 54 + line * size;
    std::vector<unsigned char> file(bytes);
    const auto number = [&](int place, int value) {
        for (int i = 0; i < 4; ++i) file[place + i] = static_cast<unsigned char>(value >> 8 * i);
    };
    file[0] = 'B', file[1] = 'M';
    number(2, bytes), number(10, 54), number(14, 40), number(18, size), number(22, size),
        number(26, 1 | 24 << 16);
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) {
            const float t = std::min(1.0f, std::sqrt(plate[static_cast<size_t>(r) * size + c] / 100.0f));
            unsigned char* pixel = &file[54 + (size - 1 - r) * line + 3 * c];
            pixel[0] = static_cast<unsigned char>(255 * std::min(1.0f, 2 - 2 * t));
            pixel[1] = static_cast<unsigned char>(255 * std::min(2 * t, 2 - 2 * t));
            pixel[2] = static_cast<unsigned char>(255 * std::min(1.0f, 2 * t));
        }
    std::FILE* out = std::fopen(name.c_str(), "wb");
    const bool written = out && std::fwrite(file.data(), 1, file.size(), out) == file.size();
    return (!out || std::fclose(out) == 0) && written;
}

/// The plate, on PE 0; the others only take part.
std::vector<float> collect(const Band& b, int steps) {
    const int pes = nvshmem_n_pes();
    std::vector<float> plate(nvshmem_my_pe() == 0 ? static_cast<size_t>(b.size) * b.size : 0);
    nvshmem_barrier_all();
    for (int pe = 0; pe < pes && !plate.empty(); ++pe) {
        const Rows rows = rows_of(pe, pes, b.size);
        nvshmem_float_get(&plate[static_cast<size_t>(rows.first) * b.size], b.grid[steps % 2] + b.size,
                          static_cast<size_t>(rows.count) * b.size, pe);
    }
    nvshmem_barrier_all();
    return plate;
}

Band make_band(int size) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), most_rows = (size + pes - 1) / pes;
    const Rows mine = rows_of(me, pes, size);
    Band b;
    b.size = size, b.rows = mine.count;
    b.above = me - 1, b.below = me + 1 < pes ? me + 1 : -1;
    b.rows_above = me > 0 ? rows_of(me - 1, pes, size).count : 0;
    const size_t cells = static_cast<size_t>(most_rows + 2) * size;
    std::vector<float> start(static_cast<size_t>(mine.count + 2) * size);
    for (int r = 0; r < mine.count + 2; ++r)  // halo rows too: nobody sends those of step 0
        for (int c = 0; c < size; ++c)
            start[static_cast<size_t>(r) * size + c] = initial(mine.first + r - 1, c, size);
    for (float*& grid : b.grid) {
        grid = static_cast<float*>(nvshmem_malloc(cells * sizeof(float)));
        CUDA_CHECK(cudaMemcpy(grid, start.data(), start.size() * sizeof(float), cudaMemcpyHostToDevice));
    }
    b.from = static_cast<uint64_t*>(nvshmem_calloc(2, sizeof(uint64_t)));
    return b;
}

int report(const Options& options, const std::vector<float>& plate) {
    const std::vector<float> expected = serial(options.size, options.steps);
    long wrong = 0;
    for (size_t i = 0; i < plate.size(); ++i) wrong += std::fabs(plate[i] - expected[i]) > 1e-4f;
    std::printf("%d x %d cells, %d steps: %ld cells differ from the serial run\n", options.size, options.size,
                options.steps, wrong);
    const bool written = write_picture(options.picture, plate, options.size);
    std::printf(written ? "picture: %s\n" : "cannot write %s\n", options.picture.c_str());
    return passed("jacobi", wrong + !written);
}

int main(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    nvshmem_init();
    take_device();
    if (options.size < 2 * nvshmem_n_pes()) {
        if (nvshmem_my_pe() == 0)
            std::fprintf(stderr, "--size %d is less than two rows a PE\n", options.size);
        nvshmem_finalize();
        return 2;
    }
    Band band = make_band(options.size);
    nvshmem_barrier_all();
    const int blocks = (band.rows + rows_of_block - 1) / rows_of_block;
    for (int step = 0; step < options.steps; ++step) relax<<<blocks, threads>>>(band, step);
    CUDA_CHECK(cudaDeviceSynchronize());

    const std::vector<float> plate = collect(band, options.steps);
    const int status = plate.empty() ? 0 : report(options, plate);
    nvshmem_free(band.from);
    nvshmem_free(band.grid[1]);
    nvshmem_free(band.grid[0]);
    nvshmem_finalize();
    return status;
}
