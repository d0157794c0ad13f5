"""Thrift's compact protocol, as far as the footers and the page headers of Parquet need it."""

from __future__ import annotations

from typing import Any

#: Deeper than anything in Parquet.
_DEEPEST = 16


class Struct(dict[int, Any]):
    """The fields of a struct by their numbers; one of another type raises `ValueError`."""

    def number(self, field: int, default: int | None = None) -> int:
        """Return a field that is a number; it must be there unless there is a default."""
        value = self.get(field, default)
        if not isinstance(value, int):
            raise ValueError(f"field {field} is not a number")
        return value

    def struct(self, field: int) -> Struct:
        """Return a field that is a struct, an empty one if it is not there."""
        value = self.get(field, Struct())
        if not isinstance(value, Struct):
            raise ValueError(f"field {field} is not a struct")
        return value

    def structs(self, field: int) -> list[Struct]:
        """Return a field that is a list of structs."""
        values = self.get(field)
        if not isinstance(values, list) or not all(isinstance(each, Struct) for each in values):
            raise ValueError(f"field {field} is not a list of structs")
        return values


class Compact:
    r"""Reads structs from bytes, one after the other; what cannot be read raises `ValueError`.

    >>> Compact(b"\x15\x04\x19\x18\x01a\x00").struct()
    {1: 2, 2: [b'a']}
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._depth = 0
        self.place = 0

    def struct(self) -> Struct:
        """Read a struct."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("nested too deeply")
        fields = Struct()
        number = 0
        while byte := self._byte():
            number = number + (byte >> 4) if byte >> 4 else self._signed()
            kind = byte & 15
            # The value of a truth value is its type.
            fields[number] = kind == 1 if kind in (1, 2) else self._value(kind)
        self._depth -= 1
        return fields

    def _value(self, kind: int) -> Any:
        match kind:
            case 1 | 2 | 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._signed()
            case 7:
                return self._bytes(8)
            case 8:
                return self._bytes(self._unsigned())
            case 9 | 10:
                return self._list()
            case 12:
                return self.struct()
        raise ValueError(f"a field of the unknown type {kind}")

    def _list(self) -> list[Any]:
        byte = self._byte()
        size = byte >> 4
        if size == 15:
            size = self._unsigned()
        if size > len(self._data):
            raise ValueError("a list longer than all the data")
        return [self._value(byte & 15) for _ in range(size)]

    def _byte(self) -> int:
        return self._bytes(1)[0]

    def _bytes(self, length: int) -> bytes:
        start = self.place
        self.place += length
        if self.place > len(self._data):
            raise ValueError("data that ends too early")
        return self._data[start : self.place]

    def _unsigned(self) -> int:
        number = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError("a number that is too large")

    def _signed(self) -> int:
        number = self._unsigned()
        return (number >> 1) ^ -(number & 1)
