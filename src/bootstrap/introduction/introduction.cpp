// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// From an introduction to a meeting.
#include "bootstrap/introduction/introduction.h"

#include "bootstrap/unique_id.h"

namespace omni::bootstrap {

namespace {

/// An id of zeros is none: PE 0 sends it to say that it could not make one.
const std::string kNone(UniqueId::kBytes, '\0');

Result<std::string> share_new_id(Introduction& introduction, const UniqueIdRules& rules) {
    Result<std::string> made = introduction.rank() == 0 ? make_unique_id(rules) : Result(kNone);
    std::string id = made.ok() ? *made : kNone;
    if (Status status = introduction.share(id, os::Deadline::in(rules.limit_s)); !status.ok()) return status;
    if (!made.ok()) return std::move(made).status();
    if (id == kNone)
        return error(Code::internal,
                     "PE 0 could not open the meeting point of the job: its own message says why");
    return id;
}

/// A start by unique id, under whoever introduced the PEs.
class Introduced final : public Bootstrap {
  public:
    Introduced(std::unique_ptr<Introduction> introduction, std::unique_ptr<Bootstrap> meeting)
        : introduction_(std::move(introduction)), meeting_(std::move(meeting)) {}

    const char* name() const override { return introduction_->name(); }
    int rank() const override { return meeting_->rank(); }
    int size() const override { return meeting_->size(); }
    Status join(control::Segment*& segment) override { return meeting_->join(segment); }
    void leave(control::Phase how) override { meeting_->leave(how); }
    void end_job(int exit_status) override { introduction_->end_job(exit_status); }

  private:
    std::unique_ptr<Introduction> introduction_;
    std::unique_ptr<Bootstrap> meeting_;
};

}  // namespace

Result<std::unique_ptr<Bootstrap>> start_introduced(std::unique_ptr<Introduction> introduction,
                                                    const UniqueIdRules& rules) {
    UniqueIdRules own = rules;
    if (!introduction->may_use_session()) own.session.clear();
    auto id = own.session.empty() ? share_new_id(*introduction, own) : make_unique_id(own);
    if (!id.ok())
        return error(id.status().code(), "the PEs cannot be introduced by %s: %s", introduction->name(),
                     id.status().text());
    auto meeting = start_by_unique_id(*id, introduction->rank(), introduction->size(), own);
    if (!meeting.ok()) return meeting;
    return std::unique_ptr<Bootstrap>(new Introduced(std::move(introduction), std::move(*meeting)));
}

}  // namespace omni::bootstrap
