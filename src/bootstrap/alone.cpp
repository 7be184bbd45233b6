// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// One PE, no launcher.
#include "bootstrap/bootstrap.h"

namespace omni::bootstrap {

namespace {

class Alone final : public Bootstrap {
  public:
    explicit Alone(control::Segment segment) : segment_(std::move(segment)) {}

    const char* name() const override { return "alone"; }
    int rank() const override { return 0; }
    int size() const override { return 1; }
    Status join(control::Segment*& segment) override {
        segment = &segment_;
        return segment_.join(0);
    }
    void leave(control::Phase how) override { segment_.leave(0, how); }

  private:
    control::Segment segment_;
};

}  // namespace

Result<std::unique_ptr<Bootstrap>> start_alone() {
    auto segment = control::Segment::create(1);
    if (!segment.ok()) return std::move(segment).status();
    return std::unique_ptr<Bootstrap>(new Alone(std::move(*segment)));
}

}  // namespace omni::bootstrap
