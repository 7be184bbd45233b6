// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "raw.h"

#include <array>
#include <string_view>

#include <nanobind/stl/string_view.h>

#include "errors.h"
#include "library.h"

namespace nvshmem_py {

namespace {

enum class Answer { value, status };

struct Function {
    const char* name;
    const char* symbol;
    Answer answer;
    nb::object (*bind)(const Function&);
    std::array<const char*, 8> arguments;
};

// What an answer is in Python: a status is an exception or nothing.
template <class R, class... A>
nb::object call(const Function& f, R (*address)(A...), A... a) {
    library().clear_error();
    if constexpr (std::is_void_v<R>) {
        {
            nb::gil_scoped_release others;
            address(a...);
        }
        check_error(f.symbol);
        return nb::none();
    } else {
        R result;
        {
            nb::gil_scoped_release others;
            result = address(a...);
        }
        if constexpr (std::is_same_v<R, int>) {
            if (f.answer == Answer::status) {
                check_error(f.symbol, result);
                return nb::none();
            }
        }
        check_error(f.symbol);
        return nb::cast(result);
    }
}

template <class R, class... A, size_t... I>
nb::object bind_with(const Function& f, std::index_sequence<I...>) {
    auto address = reinterpret_cast<R (*)(A...)>(library().symbol(f.symbol));
    if (!address) raise("FunctionNotFound", "%s has no function %s", library().path.c_str(), f.symbol);
    return nb::cpp_function([&f, address](A... a) { return call<R, A...>(f, address, a...); },
                            nb::name(f.name), nb::arg(f.arguments[I])...);
}

template <class Signature>
struct Binder;

template <class R, class... A>
struct Binder<R(A...)> {
    static nb::object bind(const Function& f) {
        return bind_with<R, A...>(f, std::index_sequence_for<A...>());
    }
};

// RAW(name, symbol, answer, signature, argument names...). Pointers, modules and streams travel as integers
// of their size, the 16-bit formats as their bits: the calling convention treats them so.
constexpr Function functions[] = {
#define RAW(name, symbol, answer, signature, ...) \
    {name, symbol, Answer::answer, &Binder<signature>::bind, {__VA_ARGS__}},
#include <raw_functions.inc>
#undef RAW
};

nb::object find(std::string_view name) {
    for (const Function& f : functions)
        if (name == f.name) return f.bind(f);
    return nb::none();
}

nb::object names() {
    nb::list all;
    for (const Function& f : functions) all.append(f.name);
    return all;
}

}  // namespace

void define_raw(nb::module_& module) {
    module.def(
        "raw_function", [](const char* name) { return find(name); }, nb::arg("name"),
        "The C function of that name, or None.");
    module.def("raw_names", &names);
}

}  // namespace nvshmem_py
