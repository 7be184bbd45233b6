// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Heat spreads over a plate. Each PE owns a band of rows and, after each step, puts its outermost rows into
// its neighbours' halo rows, with a signal that says which step they belong to: no barrier inside the loop.
// PE 0 then collects the plate, repeats the computation alone, compares, and writes a picture.     nvshmrun
// -n 4 heat [--size N] [--steps N] [--picture FILE.png]
#include <nvshmem.h>
#include <nvshmemx.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Options {
    int size = 256;
    int steps = 1000;
    std::string picture = "heat.png";
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

/// The rows [first, first + rows) of a PE; the last PE takes what is left over.
struct Band {
    int first, rows;
};

Band band_of(int pe, int pes, int size) {
    const int rows = size / pes;
    return {pe * rows, pe == pes - 1 ? size - pe * rows : rows};
}

/// The left edge is hot, a hot spot sits off the centre, everything else starts cold. Edges keep their
/// temperature.
double initial(int row, int column, int size) {
    const double y = row - 0.65 * size, x = column - 0.6 * size;
    if (column == 0) return 100;
    return x * x + y * y < 0.01 * size * size ? 80 : 0;
}

bool at_edge(int row, int column, int size) {
    return row == 0 || column == 0 || row == size - 1 || column == size - 1;
}

/// One step for `rows` rows that begin at plate row `first`. `now` and `next` have a halo row above and
/// below.
void relax(const double* now, double* next, int first, int rows, int size) {
    for (int r = 1; r <= rows; ++r)
        for (int c = 0; c < size; ++c) {
            const double* p = now + static_cast<ptrdiff_t>(r) * size + c;
            const double stays = at_edge(first + r - 1, c, size);
            next[static_cast<ptrdiff_t>(r) * size + c] =
                stays ? *p : *p + 0.2 * (p[-size] + p[size] + p[-1] + p[1] - 4 * *p);
        }
}

std::vector<double> serial(int size, int steps) {
    std::vector<double> now(static_cast<size_t>((size + 2) * size)), next = now;
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) now[static_cast<size_t>((r + 1) * size + c)] = initial(r, c, size);
    for (int step = 0; step < steps; ++step) {
        relax(now.data(), next.data(), 0, size, size);
        std::swap(now, next);
    }
    return {now.begin() + size, now.begin() + static_cast<ptrdiff_t>(size) * (size + 1)};
}

/// This PE's part of the plate, in symmetric memory: two time steps, and a signal word for each neighbour.
class Plate {
  public:
    Plate(int size, int rows_allocated)
        : size_(size), me_(nvshmem_my_pe()), pes_(nvshmem_n_pes()), band_(band_of(me_, pes_, size)) {
        const size_t cells = static_cast<size_t>(rows_allocated + 2) * static_cast<size_t>(size);
        for (double*& grid : grids_) grid = static_cast<double*>(nvshmem_calloc(cells, sizeof(double)));
        signals_ = static_cast<uint64_t*>(nvshmem_calloc(2, sizeof(uint64_t)));
        for (int r = 0; r < band_.rows; ++r)
            for (int c = 0; c < size; ++c) row(0, r + 1)[c] = initial(band_.first + r, c, size);
    }
    ~Plate() {
        nvshmem_free(signals_);
        for (double* grid : grids_) nvshmem_free(grid);
    }
    Plate(const Plate&) = delete;
    Plate& operator=(const Plate&) = delete;

    void run(int steps) {
        for (int step = 0; step < steps; ++step) {
            exchange_halos(step);
            relax(grids_[step % 2], grids_[(step + 1) % 2], band_.first, band_.rows, size_);
        }
        nvshmem_barrier_all();
    }

    /// The whole plate, on PE 0 only.
    std::vector<double> collect(int steps) const {
        std::vector<double> all(static_cast<size_t>(size_) * static_cast<size_t>(size_));
        for (int pe = 0; pe < pes_ && me_ == 0; ++pe) {
            const Band band = band_of(pe, pes_, size_);
            nvshmem_double_get(&all[static_cast<size_t>(band.first) * static_cast<size_t>(size_)],
                               grids_[steps % 2] + size_,
                               static_cast<size_t>(band.rows) * static_cast<size_t>(size_), pe);
        }
        return all;
    }

  private:
    double* row(int step, int r) const { return grids_[step % 2] + static_cast<ptrdiff_t>(r) * size_; }

    /// A neighbour may be one step ahead at most: it cannot go on before it has this PE's rows. So two grids
    /// are enough.
    void exchange_halos(int step) {
        const uint64_t mark = static_cast<uint64_t>(step) + 1;
        const size_t cells = static_cast<size_t>(size_);
        const int above = me_ - 1, below = me_ + 1;
        if (above >= 0)
            nvshmem_double_put_signal(row(step, band_of(above, pes_, size_).rows + 1), row(step, 1), cells,
                                      &signals_[1], mark, NVSHMEM_SIGNAL_SET, above);
        if (below < pes_)
            nvshmem_double_put_signal(row(step, 0), row(step, band_.rows), cells, &signals_[0], mark,
                                      NVSHMEM_SIGNAL_SET, below);
        if (above >= 0) nvshmem_signal_wait_until(&signals_[0], NVSHMEM_CMP_GE, mark);
        if (below < pes_) nvshmem_signal_wait_until(&signals_[1], NVSHMEM_CMP_GE, mark);
    }

    int size_, me_, pes_;
    Band band_;
    double* grids_[2];
    uint64_t* signals_;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// Black over red and yellow to white.
void colour(double heat, png_byte* rgb) {
    const double t = std::clamp(heat / 100, 0.0, 1.0) * 3;
    for (int i = 0; i < 3; ++i) rgb[i] = static_cast<png_byte>(255 * std::clamp(t - i, 0.0, 1.0));
}

bool write_picture(const std::string& file, const std::vector<double>& plate, int size) {
    std::vector<png_byte> pixels(plate.size() * 3);
    for (size_t i = 0; i < plate.size(); ++i) colour(plate[i], &pixels[3 * i]);
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = image.height = static_cast<png_uint_32>(size);
    image.format = PNG_FORMAT_RGB;
    return png_image_write_to_file(&image, file.c_str(), 0, pixels.data(), 0, nullptr) != 0;
}

int report(const Options& options, const std::vector<double>& plate) {
    const double difference = largest_difference(plate, serial(options.size, options.steps));
    const bool written = write_picture(options.picture, plate, options.size);
    std::printf("heat on %d x %d cells, %d steps, %d PEs: differs from the serial run by %g\n", options.size,
                options.size, options.steps, nvshmem_n_pes(), difference);
    std::printf(written ? "picture: %s\n" : "cannot write %s\n", options.picture.c_str());
    return difference == 0 && written ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    nvshmem_init();
    const int pes = nvshmem_n_pes();
    int status = 0;
    if (options.size < pes) {
        if (nvshmem_my_pe() == 0)
            std::fprintf(stderr, "--size %d is less than one row for each of %d PEs\n", options.size, pes);
        status = 2;
    } else {
        Plate plate(options.size, band_of(pes - 1, pes, options.size).rows);
        plate.run(options.steps);
        const std::vector<double> all = plate.collect(options.steps);
        if (nvshmem_my_pe() == 0) status = report(options, all);
        nvshmem_barrier_all();
    }
    nvshmem_finalize();
    return status;
}
