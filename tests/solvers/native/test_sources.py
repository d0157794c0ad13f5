"""Each C++ source includes the headers that it uses, and is explained in a README."""

import os
import platform
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import nanobind
import pytest
from examples import case

NATIVE = Path(__file__).resolve().parents[3] / "solvers" / "native"
SOURCES = sorted(NATIVE.rglob("*.[ch]pp"))
HEADERS = [path for path in SOURCES if path.suffix == ".hpp"]

#: The names for which each standard header is included.
STANDARD = {
    "algorithm": "adjacent_find all_of any_of binary_search clamp copy copy_n count count_if equal "
    "fill find_if is_sorted lower_bound max min minmax minmax_element next_permutation ranges sort "
    "stable_sort swap_ranges transform unique upper_bound",
    "array": "array",
    "atomic": "atomic",
    "bit": "bit_ceil bit_width countr_zero popcount",
    "chrono": "chrono",
    "cstddef": "ptrdiff_t size_t",
    "cstdint": "int8_t int16_t int64_t uint8_t uint16_t uint32_t uint64_t",
    "cstdlib": "abs getenv",
    "cstring": "memcmp memcpy strcmp",
    "exception": "current_exception exception_ptr rethrow_exception",
    "functional": "function",
    "iterator": "ssize",
    "limits": "numeric_limits",
    "map": "map",
    "memory": "make_shared make_unique shared_ptr unique_ptr",
    "mutex": "lock_guard mutex",
    "new": "align_val_t bad_alloc",
    "numeric": "iota partial_sum",
    "optional": "nullopt optional",
    "set": "set",
    "span": "span",
    "stdexcept": "invalid_argument runtime_error",
    "string": "string to_string",
    "string_view": "string_view",
    "thread": "this_thread thread",
    "tuple": "apply get tie tuple tuple_size_v",
    "type_traits": "is_same_v remove_cvref_t",
    "utility": "declval exchange index_sequence integer_sequence make_index_sequence "
    "make_integer_sequence move pair swap",
    "vector": "erase_if vector",
}
HEADER_OF = {name: header for header, names in STANDARD.items() for name in names.split()}


def name(path):
    return str(path.relative_to(NATIVE))


def code(path):
    return re.sub(r"//.*", "", path.read_text())


def included(path):
    """Return the includes of a file. A .cpp file also has the includes of its header."""
    own = path.with_suffix(".hpp")
    text = code(path) + (code(own) if own.exists() else "")
    return set(re.findall(r'#include [<"](.+)[>"]', text))


def test_a_source_includes_the_headers_that_it_uses():
    for path in SOURCES:
        with case(name(path)):
            used = set(re.findall(r"\bstd::(\w+)", code(path)))
            assert not used - HEADER_OF.keys(), "add them to STANDARD"
            assert not {HEADER_OF[each] for each in used} - included(path)


def is_first_included(header):
    own = header.with_suffix(".cpp")
    found = own.exists() and re.search(r'#include [<"](.+)[>"]', code(own))
    return bool(found) and found[1] == header.name


def compiled(files, *flags):
    """Run the compiler, and fail with its output."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    folders = [nanobind.include_dir(), sysconfig.get_path("include")]
    run = subprocess.run(
        [compiler, "-std=c++20", "-w", *(f"-I{folder}" for folder in folders), *flags, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
def test_each_header_stands_alone(tmp_path):
    """The build checks this only for a header that the source of the same name includes first.

    Standard headers are precompiled here. Another test checks that they are included.
    """
    every = tmp_path / "every.hpp"
    every.write_text("".join(f"#include <{header}>\n" for header in STANDARD))
    compiled([every], "-x", "c++-header")
    rest = [path for path in HEADERS if "avx" not in path.name and not is_first_included(path)]
    assert rest
    compiled(rest, "-fsyntax-only", "-include", every, "-x", "c++")


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="no such vectors")
@pytest.mark.parametrize("flags", ["-mavx2", "-mavx512bw -mavx512vl"])
def test_the_vectors_of_an_instruction_set_stand_alone(flags):
    family = flags.removeprefix("-m").split("bw")[0]
    header = NATIVE / "lockstep" / f"vector_{family}.hpp"
    compiled([header], "-fsyntax-only", *flags.split(), "-x", "c++")


@pytest.mark.parametrize(
    "folders", [["general", "learning"], ["lockstep"], ["steps"]], ids=" ".join
)
def test_a_readme_has_a_line_for_every_source(folders):
    readme = (NATIVE / folders[0] / "README.md").read_text()
    explained = re.findall(
        r"\w+\.[ch]pp", "".join(re.findall(r"^\| (.*?) \|", readme, re.MULTILINE))
    )
    assert sorted(explained) == sorted(path.name for path in SOURCES if path.parent.name in folders)
