"""The base class of a game's edition, whose fields are the parameters of ``editions.toml``."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ducato.core.editions.parameter import parameters
from ducato.core.struct import Struct, field


class EditionStruct(Struct):
    """The struct from which rules read the numbers of the edition being played.

    A subclass names its package and has a field for the number of players and one for each
    parameter of the package's ``data/editions.toml``, in the narrowest type that holds the
    parameter's range. It declares only the fields made from tables of components, which the game's
    function `components` fills.

    In the module `state` of a game::

        class Edition(EditionStruct, package=__package__):
            price: Row = field("i1", CARDS)

    Raises:
        TypeError: a declared field has the name of a parameter.
    """

    players: int = field("i1")

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __init_subclass__(cls, package: str | None) -> None:
        declared = {"players": "i1"}
        declared |= {name: given.code for name, given in parameters(package or "").items()}
        for name, code in declared.items():
            if name in vars(cls):
                raise TypeError(f"{name} is a parameter already: leave it out of {cls.__name__}")
            made = field(code)
            setattr(cls, name, made)
            made.__set_name__(cls, name)
        # With the parameters after the components in memory, the rules of one game took 7 % longer.
        super().__init_subclass__(first=declared)


def choice_enum(package: str | None, parameter: str) -> Any:
    """Return an enumeration of a parameter's choices, with the numbers that the edition holds.

    Rules compare with its members, so that the order of the choices in the file has no meaning. The
    type is `Any`, since a type checker cannot know the members.

    With ``ending = { default = "at_once", choices = ["at_once", "after_the_round"] }`` and
    ``Ending = choice_enum(__package__, "ending")``, a rule compares ``edition.ending`` with
    ``Ending.AT_ONCE``.
    """
    choices = parameters(package or "")[parameter].choices
    members = {choice.upper().replace("-", "_"): number for number, choice in enumerate(choices)}
    return IntEnum(parameter.title().replace("_", ""), members)
