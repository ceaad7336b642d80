"""The changes that make a mutant: those of a statement, and those of an expression."""

from __future__ import annotations

import ast
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
    later = ast.BinOp(first, ast.Add(), ast.Constant(1))
    earlier = ast.BinOp(end, ast.Sub(), ast.Constant(1))
    for start, stop in ((later, end), (first, earlier)):
        yield ast.Call(ast.Name("range", ast.Load()), [start, stop, *arguments[2:]], [])
