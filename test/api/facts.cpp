// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Facts of the interface that binary clients rely on: values, sizes, offsets, initializers. It only has to
// compile.
#include <climits>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "nvshmemx.h"

#define EQUAL(expression, value) static_assert((expression) == (value))
#define TEXT(expression, text) static_assert(std::string_view(expression) == (text))
#define SAME(type, other) static_assert(std::is_same_v<type, other>)
#define LAYOUT(type, size, alignment)      \
    static_assert(sizeof(type) == (size)); \
    static_assert(alignof(type) == (alignment))
#define FIELD(type, field, offset, size)              \
    static_assert(offsetof(type, field) == (offset)); \
    static_assert(sizeof(type::field) == (size))

// ---- Enumerations ----

// nvshmemx_signal_op_t
EQUAL(NVSHMEM_SIGNAL_SET, 9);
EQUAL(NVSHMEM_SIGNAL_ADD, 10);

// nvshmemx_tma_policy_t
EQUAL(NVSHMEMX_TMA_DISABLE, 0);
EQUAL(NVSHMEMX_TMA_ENABLE, 1);
EQUAL(NVSHMEMX_TMA_FORCE, 2);
EQUAL(NVSHMEMX_TMA_POLICY_MAX, 2147483647);

// nvshmemx_smem_amount_t
EQUAL(NVSHMEMX_SMEM_RECOMMENDED, 0);
EQUAL(NVSHMEMX_SMEM_MINIMUM, 1);
EQUAL(NVSHMEMX_SMEM_BARRIERS_ONLY, 2);
EQUAL(NVSHMEMX_SMEM_AMOUNT_MAX, 2147483647);

// nvshmemx_region_hint_t
EQUAL(NVSHMEMX_REGION_HINT_NONE, 0);
EQUAL(NVSHMEMX_REGION_HINT_BATCH_RMA, 1);

// nvshmemx_cmp_type_t
EQUAL(NVSHMEM_CMP_EQ, 0);
EQUAL(NVSHMEM_CMP_NE, 1);
EQUAL(NVSHMEM_CMP_GT, 2);
EQUAL(NVSHMEM_CMP_LE, 3);
EQUAL(NVSHMEM_CMP_LT, 4);
EQUAL(NVSHMEM_CMP_GE, 5);
EQUAL(NVSHMEM_CMP_SENTINEL, 2147483647);

// nvshmemx_thread_support_t
EQUAL(NVSHMEM_THREAD_SINGLE, 0);
EQUAL(NVSHMEM_THREAD_FUNNELED, 1);
EQUAL(NVSHMEM_THREAD_SERIALIZED, 2);
EQUAL(NVSHMEM_THREAD_MULTIPLE, 3);
EQUAL(NVSHMEM_THREAD_TYPE_SENTINEL, 2147483647);

// nvshmemx_proxy_status_t
EQUAL(PROXY_GLOBAL_EXIT_NOT_REQUESTED, 0);
EQUAL(PROXY_GLOBAL_EXIT_INIT, 1);
EQUAL(PROXY_GLOBAL_EXIT_REQUESTED, 2);
EQUAL(PROXY_GLOBAL_EXIT_FINISHED, 3);
EQUAL(PROXY_GLOBAL_EXIT_MAX_STATE, 2147483647);

// nvshmemx_init_status_t
EQUAL(NVSHMEM_STATUS_NOT_INITIALIZED, 0);
EQUAL(NVSHMEM_STATUS_IS_BOOTSTRAPPED, 1);
EQUAL(NVSHMEM_STATUS_IS_INITIALIZED, 2);
EQUAL(NVSHMEM_STATUS_LIMITED_MPG, 3);
EQUAL(NVSHMEM_STATUS_FULL_MPG, 4);
EQUAL(NVSHMEM_STATUS_INVALID, 2147483647);

// nvshmemx_qp_handle_index_t
EQUAL(NVSHMEMX_QP_HOST, 0);
EQUAL(NVSHMEMX_QP_DEFAULT, 1);
EQUAL(NVSHMEMX_QP_ANY, 2147483647);
EQUAL(NVSHMEMX_QP_ALL, 2147483647);

// nvshmem_pe_index_t
EQUAL(NVSHMEM_PE_INVALID, -1);
EQUAL(NVSHMEMX_PE_ANY, 32768);
EQUAL(NVSHMEMX_PE_ALL, 32768);

// nvshmem_team_id_t
EQUAL(NVSHMEM_TEAM_INVALID, -1);
EQUAL(NVSHMEM_TEAM_WORLD, 0);
EQUAL(NVSHMEM_TEAM_WORLD_INDEX, 0);
EQUAL(NVSHMEM_TEAM_SHARED, 1);
EQUAL(NVSHMEM_TEAM_SHARED_INDEX, 1);
EQUAL(NVSHMEMX_TEAM_NODE, 2);
EQUAL(NVSHMEM_TEAM_NODE_INDEX, 2);
EQUAL(NVSHMEMX_TEAM_SAME_MYPE_NODE, 3);
EQUAL(NVSHMEM_TEAM_SAME_MYPE_NODE_INDEX, 3);
EQUAL(NVSHMEMI_TEAM_SAME_GPU, 4);
EQUAL(NVSHMEM_TEAM_SAME_GPU_INDEX, 4);
EQUAL(NVSHMEMI_TEAM_GPU_LEADERS, 5);
EQUAL(NVSHMEM_TEAM_GPU_LEADERS_INDEX, 5);
EQUAL(NVSHMEM_TEAM_MC_SHARED, 6);
EQUAL(NVSHMEM_TEAM_MC_SHARED_INDEX, 6);
EQUAL(NVSHMEM_TEAMS_MIN, 7);
EQUAL(NVSHMEM_TEAM_INDEX_MAX, 2147483647);

// nvshmemx_status
EQUAL(NVSHMEMX_SUCCESS, 0);
EQUAL(NVSHMEMX_ERROR_INVALID_VALUE, 1);
EQUAL(NVSHMEMX_ERROR_OUT_OF_MEMORY, 2);
EQUAL(NVSHMEMX_ERROR_NOT_SUPPORTED, 3);
EQUAL(NVSHMEMX_ERROR_SYMMETRY, 4);
EQUAL(NVSHMEMX_ERROR_GPU_NOT_SELECTED, 5);
EQUAL(NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED, 6);
EQUAL(NVSHMEMX_ERROR_INTERNAL, 7);
EQUAL(NVSHMEMX_ERROR_SENTINEL, 2147483647);

// nvshmemx_init_flag_t
EQUAL(NVSHMEMX_INIT_THREAD_PES, 1);
EQUAL(NVSHMEMX_INIT_WITH_MPI_COMM, 2);
EQUAL(NVSHMEMX_INIT_WITH_SHMEM, 4);
EQUAL(NVSHMEMX_INIT_WITH_UNIQUEID, 8);
EQUAL(NVSHMEMX_INIT_MAX, INT_MIN);

// ---- Structures ----

LAYOUT(nvshmemx_uniqueid_v1, 128, 4);
FIELD(nvshmemx_uniqueid_v1, version, 0, 4);
FIELD(nvshmemx_uniqueid_v1, internal, 4, 124);

LAYOUT(nvshmemx_uniqueid_args_v1, 24, 8);
FIELD(nvshmemx_uniqueid_args_v1, version, 0, 4);
FIELD(nvshmemx_uniqueid_args_v1, id, 8, 8);
FIELD(nvshmemx_uniqueid_args_v1, myrank, 16, 4);
FIELD(nvshmemx_uniqueid_args_v1, nranks, 20, 4);

LAYOUT(nvshmemx_init_args_v2, 128, 8);
FIELD(nvshmemx_init_args_v2, version, 0, 4);
FIELD(nvshmemx_init_args_v2, uid_args, 8, 24);
FIELD(nvshmemx_init_args_v2, cuda_device_id, 32, 4);
FIELD(nvshmemx_init_args_v2, content, 36, 92);

LAYOUT(nvshmemx_init_args_v1, 128, 8);
FIELD(nvshmemx_init_args_v1, version, 0, 4);
FIELD(nvshmemx_init_args_v1, uid_args, 8, 24);
FIELD(nvshmemx_init_args_v1, content, 32, 96);

LAYOUT(nvshmemx_init_attr_v2, 144, 8);
FIELD(nvshmemx_init_attr_v2, version, 0, 4);
FIELD(nvshmemx_init_attr_v2, mpi_comm, 8, 8);
FIELD(nvshmemx_init_attr_v2, args, 16, 128);

LAYOUT(nvshmemx_init_attr_v1, 144, 8);
FIELD(nvshmemx_init_attr_v1, version, 0, 4);
FIELD(nvshmemx_init_attr_v1, mpi_comm, 8, 8);
FIELD(nvshmemx_init_attr_v1, args, 16, 128);

LAYOUT(nvshmem_team_config_v2, 64, 8);
FIELD(nvshmem_team_config_v2, version, 0, 4);
FIELD(nvshmem_team_config_v2, num_contexts, 4, 4);
FIELD(nvshmem_team_config_v2, uniqueid, 8, 8);
FIELD(nvshmem_team_config_v2, padding, 16, 48);

LAYOUT(nvshmem_team_config_v1, 64, 4);
FIELD(nvshmem_team_config_v1, version, 0, 4);
FIELD(nvshmem_team_config_v1, num_contexts, 4, 4);
FIELD(nvshmem_team_config_v1, padding, 8, 56);

LAYOUT(nvshmemi_version_t, 12, 4);
FIELD(nvshmemi_version_t, major, 0, 4);
FIELD(nvshmemi_version_t, minor, 4, 4);
FIELD(nvshmemi_version_t, patch, 8, 4);

LAYOUT(nvshmemx_region_attrs, 64, 4);
FIELD(nvshmemx_region_attrs, hints, 0, 4);
FIELD(nvshmemx_region_attrs, reserved, 4, 60);

LAYOUT(half, 2, 2);
LAYOUT(__nv_bfloat16, 2, 2);
static_assert(std::is_trivially_copyable_v<half> && std::is_trivially_copyable_v<__nv_bfloat16>);

LAYOUT(nvshmemx_heap_stats_t, 56, 8);
FIELD(nvshmemx_heap_stats_t, struct_size, 0, 8);
FIELD(nvshmemx_heap_stats_t, released_pending, 48, 8);

// ---- The element types of api/types.def ----

template <class T>
constexpr bool is_signed_kind = std::is_integral_v<T> && std::is_signed_v<T>;
template <class T>
constexpr bool is_unsigned_kind = std::is_integral_v<T> && std::is_unsigned_v<T>;
template <class T>
constexpr bool is_plain_kind = std::is_same_v<T, char>;
template <class T>
constexpr bool is_floating_kind = std::is_floating_point_v<T>;
template <class T>
constexpr bool is_half_kind = std::is_same_v<T, half>;
template <class T>
constexpr bool is_bfloat16_kind = std::is_same_v<T, __nv_bfloat16>;

#define TYPE(name, type, bytes, kind, families) \
    static_assert(sizeof(type) == (bytes) && is_##kind##_kind<type>);
#include "types.def"
#undef TYPE

// ---- Type names ----

SAME(nvshmemx_uniqueid_t, nvshmemx_uniqueid_v1);
SAME(nvshmemx_uniqueid_args_t, nvshmemx_uniqueid_args_v1);
SAME(nvshmemx_init_args_t, nvshmemx_init_args_v2);
SAME(nvshmemx_init_attr_t, nvshmemx_init_attr_v2);
SAME(nvshmem_team_config_t, nvshmem_team_config_v2);
SAME(nvshmemx_region_attrs_t, nvshmemx_region_attrs);
SAME(nvshmem_team_t, int32_t);
SAME(nvshmemx_team_t, nvshmem_team_t);
SAME(nvshmemx_team_uniqueid_t, uint64_t);
SAME(nvshmemx_qp_handle_t, int);
SAME(nvshmemx_region_handle_t, uint64_t);
SAME(nvshmemx_device_lib_init_cb, int (*)(void**, void**));
SAME(decltype(nvshmem_error), long);

// ---- Versions ----

EQUAL(NVSHMEM_MAJOR_VERSION, 1);
EQUAL(NVSHMEM_MINOR_VERSION, 3);
EQUAL(NVSHMEM_VENDOR_MAJOR_VERSION, 3);
EQUAL(NVSHMEM_VENDOR_MINOR_VERSION, 8);
EQUAL(NVSHMEM_VENDOR_PATCH_VERSION, 0);
EQUAL(NVSHMEM_VENDOR_PACKAGE_VERSION, 0);
EQUAL(NVSHMEM_VENDOR_VERSION, 30800);
EQUAL(NVSHMEM_MAX_NAME_LEN, 256);
EQUAL(NVSHMEM_TRANSPORT_PLUGIN_MAJOR_VERSION, 7);
EQUAL(NVSHMEM_TRANSPORT_PLUGIN_MINOR_VERSION, 0);
EQUAL(NVSHMEM_TRANSPORT_PLUGIN_PATCH_VERSION, 0);
EQUAL(NVSHMEM_BOOTSTRAP_PLUGIN_MAJOR_VERSION, 3);
EQUAL(NVSHMEM_BOOTSTRAP_PLUGIN_MINOR_VERSION, 0);
EQUAL(NVSHMEM_BOOTSTRAP_PLUGIN_PATCH_VERSION, 0);
TEXT(NVSHMEM_VENDOR_STRING, "NVSHMEM v3.8.0");
TEXT(NVSHMEM_VENDOR_BASE_VERSION_STRING, "3.8.0");
TEXT(NVSHMEM_VENDOR_NUMERIC_VERSION_STRING, "3.8.0.0");
TEXT(NVSHMEM_VENDOR_ARTIFACT_VERSION_STRING, "3.8.0");
TEXT(NVSHMEM_VENDOR_PACKAGE_VERSION_STRING, "3.8.0");
TEXT(NVSHMEM_VENDOR_PACKAGE_RELEASE_STRING, "0");
TEXT(NVSHMEM_VENDOR_RPM_PACKAGE_VERSION_STRING, "3.8.0");
TEXT(NVSHMEM_VENDOR_RPM_PACKAGE_RELEASE_STRING, "0");
TEXT(NVSHMEM_VENDOR_VERSION_STAGE, "release");
TEXT(NVSHMEM_VENDOR_VERSION_STAGE_NUMBER, "");
EQUAL(OMNISHMEM_VERSION,
      OMNISHMEM_VERSION_MAJOR * 10000 + OMNISHMEM_VERSION_MINOR * 100 + OMNISHMEM_VERSION_PATCH);

// ---- Constants ----

EQUAL(NVSHMEM_INIT_ATTR_VER, 1);
EQUAL(NVSHMEM_INIT_ARGS_V2_IDENTIFIER, (2 << 16) + sizeof(nvshmemx_init_args_t));
EQUAL(NVSHMEM_INIT_ATTR_V2_IDENTIFIER, (2 << 16) + sizeof(nvshmemx_init_attr_t));
EQUAL(NVSHMEM_INIT_ATTR_V1_IDENTIFIER, (1 << 16) + sizeof(nvshmemx_init_attr_v1));
EQUAL(NVSHMEMI_TEAM_CONFIG_VERSION_2_IDENTIFIER, (2 << 16) + sizeof(nvshmem_team_config_t));
EQUAL(NVSHMEMI_TEAM_CONFIG_VERSION_1_IDENTIFIER, (1 << 16) + sizeof(nvshmem_team_config_v1));
EQUAL(NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, 1);
EQUAL(NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID, 2);
EQUAL(NVSHMEM_TEAM_UNIQUID_INITIALIZER, 0xFFFFFFFFFFFFFFFF);
EQUAL(NVSHMEMX_REGION_ATTRS_RESERVED_BYTES, 60);
EQUAL(NVSHMEMI_SMEM_DATA_REGION_OFFSET, 1136);
EQUAL(INIT_ARGS_V2_PADDING, sizeof(nvshmemx_init_args_v2::content));
EQUAL(INIT_ARGS_PADDING, sizeof(nvshmemx_init_args_v1::content));
EQUAL(INIT_ARGS_SCALAR_INVALID, -1);
EQUAL(TEAM_CONFIG_V2_PADDING, sizeof(nvshmem_team_config_v2::padding));
EQUAL(TEAM_CONFIG_PADDING, sizeof(nvshmem_team_config_v1::padding));
EQUAL(TEAM_CONFIG_SCALAR_INVALID, -1);
EQUAL(TEAM_SCALAR_INVALID, -1);
EQUAL(TEAM_USCALAR_INVALID, 4294967295);
EQUAL(TEAM_ULSCALAR_DEFAULT, 0);
EQUAL(TEAM_ULSCALAR_INVALID, 0xFFFFFFFFFFFFFFFF);
EQUAL(UNIQUEID_PADDING, sizeof(nvshmemx_uniqueid_v1::internal));
EQUAL(UNIQUEID_ARGS_INVALID, -1);
EQUAL(NVSHMEMX_ERROR_MODE_EXIT, 0);
EQUAL(NVSHMEMX_ERROR_MODE_RETURN, 1);

// ---- Initializers ----

constexpr nvshmemx_uniqueid_t uniqueid = NVSHMEMX_UNIQUEID_INITIALIZER;
EQUAL(uniqueid.version, 65664);
EQUAL(uniqueid.internal[0], 0);

constexpr nvshmemx_uniqueid_args_t uniqueid_args = NVSHMEMX_UNIQUEID_ARGS_INITIALIZER;
EQUAL(uniqueid_args.version, 65560);
EQUAL(uniqueid_args.id, nullptr);
EQUAL(uniqueid_args.myrank, -1);
EQUAL(uniqueid_args.nranks, -1);

constexpr nvshmemx_init_args_v1 init_args_v1 = NVSHMEMX_INIT_ARGS_INITIALIZER;
EQUAL(init_args_v1.version, 65664);
EQUAL(init_args_v1.uid_args.version, 65560);
EQUAL(init_args_v1.content[0], 0);

constexpr nvshmemx_init_args_t init_args = NVSHMEMX_INIT_ARGS_V2_INITIALIZER;
EQUAL(init_args.version, 131200);
EQUAL(init_args.uid_args.version, 65560);
EQUAL(init_args.cuda_device_id, -1);

constexpr nvshmemx_init_attr_t init_attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
EQUAL(init_attr.version, 131216);
EQUAL(init_attr.mpi_comm, nullptr);
EQUAL(init_attr.args.version, 131200);
EQUAL(init_attr.args.uid_args.version, 65560);
EQUAL(init_attr.args.uid_args.myrank, -1);
EQUAL(init_attr.args.cuda_device_id, -1);
EQUAL(init_attr.args.content[0], 0);

constexpr nvshmemx_init_attr_v1 init_attr_v1 = NVSHMEMX_INIT_ATTR_V1_INITIALIZER;
EQUAL(init_attr_v1.version, 65680);
EQUAL(init_attr_v1.args.version, 65664);
EQUAL(init_attr_v1.args.uid_args.version, 65560);

constexpr nvshmem_team_config_t team_config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
EQUAL(team_config.version, 131136);
EQUAL(team_config.num_contexts, -1);
EQUAL(team_config.uniqueid, 0xFFFFFFFFFFFFFFFF);
EQUAL(team_config.padding[0], 0);

constexpr nvshmem_team_config_t team_config_by_old_name = NVSHMEMI_TEAM_CONFIG_INITIALIZER;
EQUAL(team_config_by_old_name.version, 131136);

constexpr nvshmemx_region_attrs_t region_attrs = NVSHMEMX_REGION_ATTRS_INITIALIZER;
EQUAL(region_attrs.hints, 0);
EQUAL(region_attrs.reserved[0], 0);

// ---- Lists ----

#define NAME(status) #status,
constexpr const char* status_names[] = {NVSHMEMX_STATUS_LIST(NAME)};
EQUAL(std::size(status_names), 8);
TEXT(status_names[NVSHMEMX_SUCCESS], "NVSHMEMX_SUCCESS");
TEXT(status_names[NVSHMEMX_ERROR_INTERNAL], "NVSHMEMX_ERROR_INTERNAL");
