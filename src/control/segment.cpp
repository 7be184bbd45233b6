// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Making, joining and ending the control segment.
#include "control/segment.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "os/clock.h"
#include "os/cpu.h"

namespace omni::control {

template <size_t N>
void SharedText<N>::store(const char* text) {
    char padded[N] = {};
    std::strncpy(padded, text, N - 1);
    for (size_t i = 0; i < N / 8; ++i) {
        uint64_t word;
        std::memcpy(&word, padded + 8 * i, 8);
        words[i].store(word, std::memory_order_relaxed);
    }
}

template <size_t N>
void SharedText<N>::load(char (&out)[N]) const {
    for (size_t i = 0; i < N / 8; ++i) {
        const uint64_t word = words[i].load(std::memory_order_relaxed);
        std::memcpy(out + 8 * i, &word, 8);
    }
    out[N - 1] = '\0';
}

template struct SharedText<8>;
template struct SharedText<48>;
template struct SharedText<1024>;

namespace {

size_t segment_bytes(int pes) {
    return sizeof(SegmentHeader) + static_cast<size_t>(pes) * sizeof(ControlPage);
}

struct flock record_lock(int byte) {
    struct flock record = {};
    record.l_type = F_WRLCK;
    record.l_whence = SEEK_SET;
    record.l_start = byte;
    record.l_len = 1;
    return record;
}

}  // namespace

Result<Segment> Segment::create(int pes) {
    auto file = os::create_memory_file(kSegmentName, segment_bytes(pes));
    if (!file.ok()) return std::move(file).status();
    auto memory = os::map_shared(file->get(), segment_bytes(pes));
    if (!memory.ok()) return std::move(memory).status();
    Segment segment(std::move(*file), std::move(*memory));
    SegmentHeader& header = segment.header();
    if (::getrandom(header.secret, sizeof header.secret, 0) != sizeof header.secret)
        return system_error("cannot draw the secret of the job");
    header.pes = static_cast<uint32_t>(pes);
    header.cpus = static_cast<uint32_t>(os::usable_cpus());
    header.began_ns = os::now_ns();
    header.version = kSegmentVersion;
    header.magic = kSegmentMagic;
    return segment;
}

Result<Segment> Segment::attach(os::Descriptor file) {
    struct stat facts;
    if (::fstat(file.get(), &facts) != 0) return system_error("cannot look at the control segment");
    if (static_cast<size_t>(facts.st_size) < segment_bytes(1))
        return error(Code::internal, "that is no control segment, with %lld bytes; start the program anew",
                     static_cast<long long>(facts.st_size));
    auto memory = os::map_shared(file.get(), static_cast<size_t>(facts.st_size));
    if (!memory.ok()) return std::move(memory).status();
    Segment segment(std::move(file), std::move(*memory));
    const SegmentHeader& header = segment.header();
    if (header.magic != kSegmentMagic || header.version != kSegmentVersion ||
        segment_bytes(static_cast<int>(header.pes)) != static_cast<size_t>(facts.st_size))
        return error(
            Code::internal,
            "the control segment was made by another version of OmniSHMEM (layout %u, this is %u): start the "
            "program with the nvshmrun of its own library",
            header.version, kSegmentVersion);
    return segment;
}

Status Segment::lock(int byte, const char* what) {
    struct flock record = record_lock(byte);
    if (::fcntl(file_.get(), F_SETLK, &record) == 0) return {};
    if (errno == EAGAIN || errno == EACCES)
        return error(
            Code::invalid_value,
            "the place of %s is taken by process %d: a program started from within a PE must not inherit "
            "the variables NVSHMRUN_*",
            what, holder(byte));
    return system_error("cannot take the place of %s", what);
}

void Segment::appear(int pe) {
    ControlPage& own = page(pe);
    own.process.store(::getpid(), std::memory_order_relaxed);
    own.exiting.store(false, std::memory_order_relaxed);
    own.life.fetch_add(1, std::memory_order_relaxed);
    own.phase.store(Phase::alive, std::memory_order_release);
}

Status Segment::join(int pe) {
    const std::string name = format("PE %d", pe);
    if (Status status = lock(pe, name.c_str()); !status.ok()) return status;
    mine_ = pe;
    for (int other = 0; other < pes(); ++other)
        if (page(other).phase.load(std::memory_order_acquire) == Phase::failed)
            return error(Code::invalid_value,
                         "PE %d could not start (its own message says why), and a job that failed to start "
                         "stays so: start it anew",
                         other);
    appear(pe);
    return {};
}

void Segment::join_as_thread(int pe) { appear(pe); }

void Segment::leave(int pe, Phase how) {
    page(pe).phase.store(how, std::memory_order_release);
    if (threads_) return;
    struct flock record = record_lock(pe);
    record.l_type = F_UNLCK;
    ::fcntl(file_.get(), F_SETLK, &record);
    mine_ = -1;
}

Status Segment::join_as_launcher() {
    if (Status status = lock(pes(), "the launcher"); !status.ok()) return status;
    mine_ = pes();
    header().launcher.store(::getpid(), std::memory_order_release);
    return {};
}

void Segment::note_end(int pe) {
    Phase absent = Phase::absent;
    page(pe).phase.compare_exchange_strong(absent, Phase::ended, std::memory_order_acq_rel);
}

int Segment::holder(int byte) const {
    struct flock record = record_lock(byte);
    if (::fcntl(file_.get(), F_GETLK, &record) != 0 || record.l_type == F_UNLCK) return 0;
    return record.l_pid > 0 ? record.l_pid : -1;  // 0 or -1: a process of another name space
}

bool Segment::is_dead(int pe) const {
    if (threads_ || page(pe).phase.load(std::memory_order_acquire) != Phase::alive) return false;
    if (pe == mine_) return false;  // a lock of one's own does not show
    // Asked in this order: a PE that ends orderly says so before it drops its lock.
    return holder(pe) == 0 && page(pe).phase.load(std::memory_order_acquire) == Phase::alive;
}

bool Segment::has_left(int pe, int me) const {
    const ControlPage& theirs = page(pe);
    const Phase phase = theirs.phase.load(std::memory_order_acquire);
    if (phase == Phase::failed || phase == Phase::ended) return true;
    // The launcher's segment outlives a finalize: a PE of an earlier life has not come back yet.
    return phase == Phase::finalized &&
           theirs.life.load(std::memory_order_relaxed) >= page(me).life.load(std::memory_order_relaxed);
}

bool Segment::launcher_is_gone() const {
    if (mine_ == pes()) return false;  // a lock of one's own does not show
    return header().launcher.load(std::memory_order_acquire) != 0 && holder(pes()) == 0;
}

bool Segment::end_job(int pe, int exit_status, const std::string& cause) {
    SegmentHeader& h = header();
    uint32_t none = 0;
    if (!h.ending.compare_exchange_strong(none, 1)) return false;
    h.ending_pe.store(pe, std::memory_order_relaxed);
    h.exit_status.store(exit_status, std::memory_order_relaxed);
    h.cause.store(cause.c_str());
    h.ending.store(2, std::memory_order_release);
    return true;
}

std::string Segment::cause() const {
    char text[1024];
    header().cause.load(text);
    return text;
}

}  // namespace omni::control
