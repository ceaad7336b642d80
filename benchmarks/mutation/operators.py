"""The changes that make a mutant: those of a statement, and those of an expression."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""Each comparison with its neighbour at the limit and its opposite."""
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


WITHIN = ("body", "orelse")
"""The fields of a compound statement with other statements."""


def statement_changes(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield what may stand in place of a statement; a compound one keeps its statements."""
    match statement:
        case ast.Expr(ast.Call()) | ast.Assign() | ast.Return():
            yield ast.Pass()
        case ast.AugAssign(target, operator, value):
            yield ast.Pass()
            yield ast.Assign([target], value)
            yield ast.AugAssign(target, ARITHMETIC[type(operator)](), value)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
    if isinstance(statement, ast.Return) and statement.value is not None:
        if not isinstance(statement.value, ast.Constant):
            yield ast.Return(ast.Constant(0))


def changes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what may stand in place of an expression."""
    match node:
        case ast.Compare(left, operators, rights):
            for index, operator in enumerate(operators):
                for other in COMPARISONS[type(operator)]:
                    changed = [*operators[:index], other(), *operators[index + 1 :]]
                    yield ast.Compare(left, changed, rights)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for index in range(len(values)):
                rest = values[:index] + values[index + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, operator, right):
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(ast.Name("min" | "max" as name), arguments):
            other_name = ast.Name("max" if name == "min" else "min", ast.Load())
            yield ast.Call(other_name, arguments, [])
            yield from arguments
        case ast.Call(ast.Name("range"), arguments):
            yield from _shorter(arguments)


def _shorter(arguments: list[ast.expr]) -> Iterator[ast.expr]:
    """Yield a range without its first number, and one without its last."""
    first: ast.expr = ast.Constant(0) if len(arguments) == 1 else arguments[0]
    end = arguments[0] if len(arguments) == 1 else arguments[1]
    for start, stop in ((_plus(first, 1), end), (first, _plus(end, -1))):
        yield ast.Call(ast.Name("range", ast.Load()), [start, stop, *arguments[2:]], [])


def _plus(node: ast.expr, difference: int) -> ast.expr:
    """Return an expression that is greater by so much, or less."""
    number = _number(node)
    if number is not None:
        return ast.Constant(number + difference)
    operator = ast.Add() if difference > 0 else ast.Sub()
    return ast.BinOp(node, operator, ast.Constant(abs(difference)))


def _number(node: ast.expr) -> int | None:
    """Return the whole number that stands in the source, if it is one."""
    match node:
        case ast.Constant(bool()):
            return None
        case ast.Constant(int(value)):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return -value
    return None


def essence(statement: ast.stmt) -> str:
    """Return a text that is the same for statements that plainly do the same.

    Of whole numbers, ``n >= 1`` is ``n > 0``, and ``n += 0`` is nothing. Statements within the
    statement are left out.
    """
    alone = copy.copy(statement)
    for field in WITHIN:
        if hasattr(alone, field):
            setattr(alone, field, [])
    return ast.dump(_Plain().visit(copy.deepcopy(alone)))


class _Plain(ast.NodeTransformer):
    """The rewriting of statements and expressions into one of their equal forms."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        limit = _number(node.comparators[0])
        if len(node.ops) > 1 or limit is None:
            return node
        match node.ops[0]:
            case ast.GtE():
                return ast.Compare(node.left, [ast.Gt()], [ast.Constant(limit - 1)])
            case ast.Gt():
                return ast.Compare(node.left, [ast.Gt()], [ast.Constant(limit)])
            case ast.LtE():
                return ast.Compare(node.left, [ast.Lt()], [ast.Constant(limit + 1)])
            case ast.Lt():
                return ast.Compare(node.left, [ast.Lt()], [ast.Constant(limit)])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        adds = isinstance(node.op, ast.Add | ast.Sub)
        return ast.Pass() if adds and _number(node.value) == 0 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        number = _number(node)
        return node if number is None else ast.Constant(number)
