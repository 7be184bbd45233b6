// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "transfer.h"

#include <algorithm>
#include <string_view>

#include "errors.h"
#include "library.h"
#include "operand.h"
#include "session.h"
#include "stream.h"

namespace nvshmem_py {

namespace {

struct Arguments {
    PyObject* dst = nullptr;
    PyObject* src = nullptr;
    PyObject* count = nullptr;
    PyObject* pe = nullptr;
    PyObject* stream = Py_None;
};

[[noreturn, gnu::cold]] void type_error(const char* function, const char* text) {
    PyErr_Format(PyExc_TypeError, "%s() %s", function, text);
    throw nb::python_error();
}

void give(const char* function, PyObject*& place, PyObject* value, const char* twice) {
    if (place) type_error(function, twice);
    place = value;
}

bool is_pe(PyObject* object) { return PyIndex_Check(object) && !PyBool_Check(object); }

// The documented order is dst, src, remote_pe, stream. A count may stand before the PE: then the fourth is
// the PE, and the stream comes by keyword or fifth. The fourth alone decides; an integer is never a
// positional stream.
void take_positionals(const char* function, PyObject* const* values, Py_ssize_t n, Arguments& a,
                      PyObject*& stream) {
    if (n > 5)
        type_error(function, "takes at most five positional arguments: dst, src, count, remote_pe, stream");
    if (n > 0) a.dst = values[0];
    if (n > 1) a.src = values[1];
    if (n == 3) a.pe = values[2];
    if (n < 4) return;
    const bool counted = n == 5 || is_pe(values[3]);
    a.count = counted ? values[2] : nullptr;
    a.pe = counted ? values[3] : values[2];
    if (n == 5) stream = values[4];
    if (!counted) stream = values[3];
    if (!counted && stream != Py_None && !has_stream_protocol(stream))
        type_error(function,
                   "takes dst, src, remote_pe, stream, or dst, src, count, remote_pe with stream= by "
                   "keyword; the fourth argument is neither a PE nor a stream");
}

void take_keyword(const char* function, std::string_view name, PyObject* value, Arguments& a,
                  PyObject*& stream) {
    if (name == "stream") return give(function, stream, value, "got multiple values for argument 'stream'");
    if (name == "remote_pe" || name == "pe")
        return give(function, a.pe, value, "got multiple values for argument 'remote_pe'");
    if (name == "dst") return give(function, a.dst, value, "got multiple values for argument 'dst'");
    if (name == "src") return give(function, a.src, value, "got multiple values for argument 'src'");
    if (name == "count") return give(function, a.count, value, "got multiple values for argument 'count'");
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%.100s'", function, name.data());
    throw nb::python_error();
}

Arguments take(const char* function, PyObject* const* values, Py_ssize_t n, PyObject* names) {
    Arguments a;
    PyObject* stream = nullptr;
    take_positionals(function, values, n, a, stream);
    for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); ++i)
        take_keyword(function, PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), nullptr), values[n + i], a,
                     stream);
    if (!a.dst || !a.src) type_error(function, "needs dst and src");
    if (stream) a.stream = stream;
    return a;
}

int pe_of(PyObject* object) {
    if (!object) require_pe(-1, "remote_pe");
    const Py_ssize_t pe = PyNumber_AsSsize_t(object, nullptr);
    if (pe == -1 && PyErr_Occurred()) throw nb::python_error();
    require_pe(pe, "remote_pe");
    return static_cast<int>(pe);
}

// Elements of dst for typed operands, bytes for two Buffers.
size_t counted_bytes(PyObject* count, const Operand& dst, const Operand& src) {
    const Py_ssize_t n = PyNumber_AsSsize_t(count, PyExc_OverflowError);
    if (n == -1 && PyErr_Occurred()) throw nb::python_error();
    if (!dst.raw && !src.raw && dst.item != src.item)
        raise("NvshmemInvalid",
              "a count needs elements of one size; those of dst have %zu bytes, those of src %zu", dst.item,
              src.item);
    const size_t item = dst.raw ? src.item : dst.item;
    const size_t room = std::min(dst.bytes, src.bytes) / item;
    if (n < 0 || static_cast<size_t>(n) > room)
        raise("NvshmemInvalid", "count is %zd; dst and src have room for 0 to %zu elements of %zu bytes", n,
              room, item);
    return static_cast<size_t>(n) * item;
}

struct Put {
    static constexpr bool writes_here = false;
    static const Operand& remote(const Operand& dst, const Operand&) { return dst; }
    static const Operand& local(const Operand&, const Operand& src) { return src; }
};

struct Get {
    static constexpr bool writes_here = true;
    static const Operand& remote(const Operand&, const Operand& src) { return src; }
    static const Operand& local(const Operand& dst, const Operand&) { return dst; }
};

// `Way` is a Put or Get that names its function and its C functions.
template <class Way>
void transfer(const Arguments& a) {
    require_up();
    const Operand dst = describe(a.dst, "dst", Way::writes_here);
    const Operand src = describe(a.src, "src", false);
    require_symmetric(Way::remote(dst, src));
    require_known(Way::local(dst, src));
    const int pe = pe_of(a.pe);
    const size_t bytes = a.count ? counted_bytes(a.count, dst, src) : std::min(dst.bytes, src.bytes);
    const uintptr_t stream = stream_handle(a.stream);
    move(Way::move, reinterpret_cast<void*>(dst.address), reinterpret_cast<void*>(src.address), bytes, pe,
         stream);
}

struct PutBlocking : Put {
    static constexpr const char* name = "put";
    static constexpr Move move = Move::put;
};
struct GetBlocking : Get {
    static constexpr const char* name = "get";
    static constexpr Move move = Move::get;
};
struct PutNbi : Put {
    static constexpr const char* name = "put_nbi";
    static constexpr Move move = Move::put_nbi;
};
struct GetNbi : Get {
    static constexpr const char* name = "get_nbi";
    static constexpr Move move = Move::get_nbi;
};

template <class Way>
PyObject* entry(PyObject*, PyObject* const* values, Py_ssize_t n, PyObject* names) {
    try {
        transfer<Way>(take(Way::name, values, n, names));
        Py_RETURN_NONE;
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

#define NVSHMEM_PY_SIGNATURE(name) name "(dst, src, remote_pe=-1, stream=None)\n--\n\n"
#define NVSHMEM_PY_OPERANDS                                                                                 \
    "\n\nArgs:\n"                                                                                           \
    "    dst, src: Buffer, array or tensor; contiguous. A view moves its own extent, the smaller of the "   \
    "two decides.\n"                                                                                        \
    "    remote_pe (int): the PE.\n"                                                                        \
    "    stream: the stream that orders the call: a Stream, whatever has __cuda_stream__, or, by keyword, " \
    "an integer handle.\n"                                                                                  \
    "    A count of elements (bytes for Buffers) may stand before remote_pe, or be given as count=.\n\n"    \
    "Raises:\n"                                                                                             \
    "    NvshmemInvalid: not initialized; an operand that is not contiguous or not symmetric; a PE or "     \
    "count out of range.\n"                                                                                 \
    "    NotImplementedError: stream is None.\n"                                                            \
    "    NvshmemError: the library reports a failure."

template <class Way>
PyMethodDef method(const char* text) {
    return {Way::name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&entry<Way>)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

PyMethodDef methods[] = {
    method<PutBlocking>(
        NVSHMEM_PY_SIGNATURE("put") "Copies src, memory of this PE, to dst on remote_pe, in stream order. "
                                    "Source: nvshmem_putmem_on_stream." NVSHMEM_PY_OPERANDS),
    method<GetBlocking>(
        NVSHMEM_PY_SIGNATURE("get") "Copies src of remote_pe to dst, memory of this PE, in stream order. "
                                    "Source: nvshmem_getmem_on_stream." NVSHMEM_PY_OPERANDS),
    method<PutNbi>(NVSHMEM_PY_SIGNATURE(
        "put_nbi") "A put whose source stays in use until flush or quiet has completed on the stream. "
                   "Source: nvshmem_putmem_nbi_on_stream." NVSHMEM_PY_OPERANDS),
    method<GetNbi>(
        NVSHMEM_PY_SIGNATURE("get_nbi") "A get whose destination is defined only after quiet on the stream. "
                                        "Source: nvshmem_getmem_nbi_on_stream." NVSHMEM_PY_OPERANDS),
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void define_transfers(nb::module_& module) {
    if (PyModule_AddFunctions(module.ptr(), methods) != 0) throw nb::python_error();
}

}  // namespace nvshmem_py
