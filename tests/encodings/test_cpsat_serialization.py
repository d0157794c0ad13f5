"""CP-SAT models as files: read back, they have the same variables and the same answer."""

import pytest
from examples import EASY, classic
from ortools.sat import cp_model_pb2
from ortools.sat.python.cp_model import CpModel, CpSolver

from nonet.encodings.cpsat import encode_boolean, encode_integer, serialize

PUZZLE = classic(EASY)


@pytest.mark.parametrize("encode", [encode_integer, encode_boolean])
def test_the_text_read_back_is_solved(encode):
    encoded, again = encode(PUZZLE), CpModel()
    assert again.proto.parse_text_format(serialize(encoded).decode())
    assert str(again.proto) == str(encoded.model.proto)
    solver = CpSolver()
    assert solver.solve(again).name == "OPTIMAL"
    assert encoded.decode(solver)[:9] == (4, 8, 3, 9, 2, 1, 6, 5, 7)


def test_the_binary_form_is_the_same_model():
    encoded = encode_integer(PUZZLE)
    read = cp_model_pb2.CpModelProto.FromString(serialize(encoded, binary=True))
    assert [variable.name for variable in read.variables][:2] == ["r1c1", "r1c2"]
    assert len(read.constraints) == len(encoded.model.proto.constraints)
