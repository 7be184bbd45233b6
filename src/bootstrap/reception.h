// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The root's conversation with all who connect. Everything runs on one thread and nothing in it waits for a
// single guest, so that noise, a foreign client or a dead PE delays nobody.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "bootstrap/meeting.h"
#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::bootstrap {

class Reception {
  public:
    /// `host`: name of this process's node, for texts.
    Reception(os::Descriptor listener, const Key& secret, std::string host);

    /// Serves until the meeting is over or `stop` becomes readable.
    /// Whoever connects later is refused by the system; the listener's descriptor lives as long as this
    /// object.
    void serve(const os::Descriptor& stop);

    /// A PE has entered and waits for its answer. Callable from any thread.
    bool is_needed() const { return needed_.load(std::memory_order_relaxed); }
    int listener() const { return listener_.get(); }

  private:
    /// A connection. Until its entry has come it is nobody, and must introduce itself soon.
    struct Guest {
        os::Descriptor connection;
        std::string name;  ///< of the other end, for people
        Nonce nonce;       ///< that of our challenge
        os::Deadline patience;
        os::Deadline hurry;  ///< from then on it goes when others want in
        std::string received;
        bool entered = false;
        int rank = 0;
        Nonce answer_nonce{};
    };

    void wait_for_events(const os::Descriptor& stop);
    os::Deadline next_deadline() const;
    bool has_room();
    bool admit();
    void listen_to(Guest& guest);
    void read_entry(Guest& guest);
    void enter(Guest& guest, const Entry& entry);
    void bound_by(double limit_s);
    void check_deadlines();
    void heed_stop();
    void welcome_all();
    void fail(const Status& status);
    void refuse(Guest& guest);
    void answer(Guest& guest, Kind kind, std::string_view body);
    void dismiss(Guest& guest, const std::string& reason);

    os::Descriptor listener_;
    const Key secret_;
    const std::string host_;
    std::atomic<bool> needed_{false};
    Meeting meeting_;
    std::vector<Guest> guests_;
    const size_t most_nobodies_;  ///< guests at once that have not entered
    std::map<int, os::Deadline>
        departed_;        ///< PEs that entered and whose connection ended: they may come again for a moment
    double limit_s_ = 0;  ///< of the first PE to lose patience
    os::Deadline limit_ = os::Deadline::never();
    std::string failure_;        ///< why there will be no job; empty while there may be one
    bool contradicted_ = false;  ///< that is because two PEs do not fit together
    int expected_ = 0;           ///< most PEs that anybody spoke of
    int told_ = 0;               ///< PEs that know of the failure
    bool over_ = false;
    bool stopped_ = false;
    bool short_of_descriptors_ = false;
    int warnings_left_ = 16;
};

}  // namespace omni::bootstrap
