// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Teams: queries, splits, ends.
#include "nvshmem/team.h"

#include "base/log.h"
#include "capi/shell.h"
#include "coll/team_init.h"
#include "coll/team_split.h"

using namespace omni;

namespace {

constexpr int32_t invalid = NVSHMEM_TEAM_INVALID;

/// Null for the invalid team, about which one may ask, and after an error.
const team::Team* look_up(const char* name, int32_t handle) {
    const ops::Pe* pe = capi::require(name);
    return pe && handle != invalid ? capi::require_team(name, *pe, handle) : nullptr;
}

/// Fields that the mask leaves out are not looked at: callers do not fill them, the version neither.
Status read_config(const nvshmem_team_config_t* from, long mask, team::Config& config) {
    constexpr long known = NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS | NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID;
    if (mask & ~known)
        return error(Code::invalid_value,
                     "config_mask is 0x%lx: known bits are 1 (NUM_CONTEXTS) and 2 (UNIQUEID)",
                     static_cast<unsigned long>(mask));
    if (mask != 0 && !from)
        return error(Code::invalid_value, "config is null, but config_mask 0x%lx names fields of it",
                     static_cast<unsigned long>(mask));
    if (mask & NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS) {
        if (from->num_contexts < 0)
            return error(Code::invalid_value, "config->num_contexts is %d: it cannot be negative",
                         from->num_contexts);
        config.contexts = from->num_contexts;
    }
    if (mask & NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID) {
        if (from->version == NVSHMEMI_TEAM_CONFIG_VERSION_1_IDENTIFIER)
            return error(Code::invalid_value,
                         "config->version says version 1, which has no uniqueid: begin with "
                         "NVSHMEM_TEAM_CONFIG_INITIALIZER");
        config.unique_id = from->uniqueid;
    }
    return {};
}

/// For calls that answer with their failure in both error modes. `speaks`: says it too; of a collective
/// failure, which is the same everywhere, one PE does.
int hand_out(const char* name, const Status& status, bool speaks) {
    if (status.ok()) return 0;
    if (speaks) log::warn("%s: %s", name, status.text());
    return record(name, status);
}

Status require_output(const char* argument, const nvshmem_team_t* team) {
    return team ? Status()
                : error(Code::invalid_value, "%s is null: pass the address of a team handle", argument);
}

/// First failure of several.
Status first_of(std::initializer_list<Status*> all) {
    for (Status* status : all)
        if (!status->ok()) return std::move(*status);
    return {};
}

/// The parent of a split. A PE without one is outside and cannot take part in any agreement.
const team::Team* find_parent(const char* name, const ops::Pe& pe, int32_t handle) {
    const team::Team* parent = pe.teams->find(handle);
    if (parent) return parent;
    hand_out(name,
             error(Code::invalid_value, "parent_team is %d: %s", handle,
                   handle == invalid ? "NVSHMEM_TEAM_INVALID has no members" : "no live team of this PE"),
             handle != invalid);
    return nullptr;
}

uint64_t word(long value) { return static_cast<uint64_t>(value); }

}  // namespace

extern "C" {

int nvshmem_team_my_pe(nvshmem_team_t team) {
    const team::Team* found = look_up("nvshmem_team_my_pe", team);
    return found ? found->me : -1;
}

int nvshmem_team_n_pes(nvshmem_team_t team) {
    const team::Team* found = look_up("nvshmem_team_n_pes", team);
    return found ? found->n : -1;
}

int nvshmem_team_translate_pe(nvshmem_team_t src_team, int src_pe, nvshmem_team_t dest_team) {
    const team::Team* from = look_up("nvshmem_team_translate_pe", src_team);
    const team::Team* to = look_up("nvshmem_team_translate_pe", dest_team);
    if (!from || !to || src_pe < 0 || src_pe >= from->n) return -1;
    return to->rank_of[from->pe_of[src_pe]];
}

void nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t* config) {
    const ops::Pe* pe = capi::require("nvshmem_team_get_config");
    const team::Team* found = pe ? capi::require_team("nvshmem_team_get_config", *pe, team) : nullptr;
    if (!found) return;
    if (!config) return report("nvshmem_team_get_config", error(Code::invalid_value, "config is null"));
    *config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
    config->num_contexts = found->config.contexts;
    config->uniqueid = found->config.unique_id;
}

int nvshmem_team_split_strided(nvshmem_team_t parent_team, int PE_start, int PE_stride, int PE_size,
                               const nvshmem_team_config_t* config, long config_mask,
                               nvshmem_team_t* new_team) {
    constexpr const char* name = "nvshmem_team_split_strided";
    if (new_team) *new_team = invalid;
    ops::Pe* pe = capi::require(name);
    const team::Team* parent = pe ? find_parent(name, *pe, parent_team) : nullptr;
    if (!parent) return static_cast<int>(Code::invalid_value);

    coll::Part part{{PE_start, PE_stride, PE_size}, {}};
    Status output = require_output("new_team", new_team);
    Status ranks = team::check(part.ranks, parent->n);
    Status configuration = read_config(config, config_mask, part.config);
    const uint64_t arguments[] = {word(PE_start), word(PE_stride), word(PE_size), word(config_mask)};
    auto handles = coll::split(coll::HostScope(*pe, name, 0), *parent,
                               first_of({&output, &ranks, &configuration}), arguments, {&part, 1});
    if (!handles.ok()) return hand_out(name, handles.status(), parent->me == 0);
    *new_team = handles->front();
    return 0;
}

int nvshmem_team_split_2d(nvshmem_team_t parent_team, int xrange, const nvshmem_team_config_t* xaxis_config,
                          long xaxis_mask, nvshmem_team_t* xaxis_team,
                          const nvshmem_team_config_t* yaxis_config, long yaxis_mask,
                          nvshmem_team_t* yaxis_team) {
    constexpr const char* name = "nvshmem_team_split_2d";
    if (xaxis_team) *xaxis_team = invalid;
    if (yaxis_team) *yaxis_team = invalid;
    ops::Pe* pe = capi::require(name);
    const team::Team* parent = pe ? find_parent(name, *pe, parent_team) : nullptr;
    if (!parent) return static_cast<int>(Code::invalid_value);

    Status x_output = require_output("xaxis_team", xaxis_team),
           y_output = require_output("yaxis_team", yaxis_team);
    Status range =
        xrange > 0 ? Status() : error(Code::invalid_value, "xrange is %d: a row has at least one PE", xrange);
    const int columns = xrange > 0 ? std::min(xrange, parent->n) : 1;
    coll::Part parts[] = {{team::row_of(parent->me, columns, parent->n), {}},
                          {team::column_of(parent->me, columns, parent->n), {}}};
    Status x_configuration = read_config(xaxis_config, xaxis_mask, parts[0].config);
    Status y_configuration = read_config(yaxis_config, yaxis_mask, parts[1].config);
    const uint64_t arguments[] = {word(xrange), word(xaxis_mask), word(yaxis_mask)};
    auto handles = coll::split(coll::HostScope(*pe, name, 0), *parent,
                               first_of({&x_output, &y_output, &range, &x_configuration, &y_configuration}),
                               arguments, parts);
    if (!handles.ok()) return hand_out(name, handles.status(), parent->me == 0);
    *xaxis_team = (*handles)[0];
    *yaxis_team = (*handles)[1];
    return 0;
}

int nvshmemx_team_get_uniqueid(nvshmemx_team_uniqueid_t* uniqueid) {
    constexpr const char* name = "nvshmemx_team_get_uniqueid";
    ops::Pe* pe = capi::require(name);
    if (!pe) return static_cast<int>(Code::invalid_value);
    if (!uniqueid) return hand_out(name, error(Code::invalid_value, "uniqueid is null"), true);
    *uniqueid = pe->teams->new_unique_id();
    return 0;
}

int nvshmemx_team_init(nvshmem_team_t* team, nvshmem_team_config_t* config, long config_mask, int npes,
                       int pe_idx_in_team) {
    constexpr const char* name = "nvshmemx_team_init";
    if (team) *team = invalid;
    ops::Pe* pe = capi::require(name);
    if (!pe) return static_cast<int>(Code::invalid_value);
    team::Config wanted;
    Status output = require_output("team", team);
    Status configuration = read_config(config, config_mask, wanted);
    Status meeting = coll::check_meeting(*pe, wanted, npes, pe_idx_in_team);
    if (Status status = first_of({&output, &configuration, &meeting}); !status.ok())
        return hand_out(name, status, true);
    auto handle = coll::init_by_id(coll::HostScope(*pe, name, 0), wanted, npes, pe_idx_in_team);
    if (!handle.ok()) return hand_out(name, handle.status(), true);
    *team = *handle;
    return 0;
}

void nvshmem_team_destroy(nvshmem_team_t team) {
    constexpr const char* name = "nvshmem_team_destroy";
    ops::Pe* pe = capi::require(name);
    const team::Team* found = pe && team != invalid ? capi::require_team(name, *pe, team) : nullptr;
    if (!found) return;
    if (team < team::first_user)
        return report(name, error(Code::invalid_value,
                                  "team is %d, a predefined team: only teams that a program made can be "
                                  "destroyed",
                                  team));
    capi::finish(name, coll::destroy(coll::HostScope(*pe, name, 0), *found));
}

}  // extern "C"
