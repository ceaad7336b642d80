"""A PDF of sheets to cut: pieces in grids with cut marks, boards in parts, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ducato.core.i18n import render, say
from ducato.printing.drawings import EXTRA, Tree
from ducato.printing.layout import FOOT, MARGIN, OVERLAP, CutLine, Grid, tiled
from ducato.printing.painter import MM, PLAIN, fonts, paint
from ducato.runs.extras import needed

SMALL = 6.5
"""The size of the letters at the foot of a sheet, in points."""
HAIR = 0.25
"""The width of a cut mark, in points."""
LEAST = 60
"""Room in points for a heading and the lines below it."""
PACKAGE = "ducato.printing"


class Printed(NamedTuple):
    """A piece as it is printed.

    Attributes:
        name: a name that no other drawing has.
        drawing: a plain drawing.
        ground: the colour of its sheet; "" for none.
    """

    name: str
    drawing: Tree
    ground: str

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the drawing in its own unit."""
        _, _, width, height = (float(part) for part in self.drawing.attrib["viewBox"].split())
        return width, height


class Book:
    """Writes the sheets of one game, one after another, into a file."""

    def __init__(self, file: Any, title: str, language: str, paper: tuple[float, float]) -> None:
        fonts()
        self.title, self.language, self.paper = title, language, paper
        self.canvas = needed("reportlab.pdfgen.canvas", EXTRA).Canvas(file, pageCompression=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("ducato")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self._forms: dict[str, str] = {}
        self._page = 0

    def text(self, key: str, **values: object) -> str:
        """Return one of the sentences on the sheets."""
        return render(say(key, **values), PACKAGE, self.language)

    def add_pieces(
        self, heading: str, pieces: Sequence[tuple[Printed, Printed | None]], grid: Grid
    ) -> None:
        """Add sheets with pieces, each followed by one with their backs if they have any."""
        for start in range(0, len(pieces), grid.number):
            here = pieces[start : start + grid.number]
            backs = any(back is not None for _, back in here)
            self._sheet(grid, [front for front, _ in here], grid.front)
            self._marks(grid)
            turn = "turn.long" if grid.high >= grid.wide else "turn.short"
            self._end(heading, self.text(turn) if backs else "", (grid.wide, grid.high))
            if backs:
                self._sheet(grid, [back for _, back in here], grid.behind)
                self._end(heading, self.text("backs"), (grid.wide, grid.high))

    def add_picture(self, faces: Sequence[Printed], grid: Grid) -> None:
        """Add a sheet with faces and nothing else."""
        self._sheet(grid, faces, grid.front)
        self.canvas.showPage()

    def _sheet(
        self,
        grid: Grid,
        pieces: Iterable[Printed | None],
        corner_of: Callable[[int], tuple[float, float]],
    ) -> None:
        """Draw pieces: first all grounds with their bleed, then all faces.

        An upright drawing on a lying piece, such as the back of all cards, lies as well.
        """
        canvas, bleed = self.canvas, grid.bleed
        placed = [(one, *corner_of(at)) for at, one in enumerate(pieces) if one is not None]
        self._begin(grid.wide, grid.high)
        for one, x, y in placed:
            if one.ground:
                canvas.setFillColor(one.ground)
                side = [length + 2 * bleed for length in grid.piece]
                corner = (x - bleed) * MM, (grid.high - y + bleed - side[1]) * MM
                canvas.rect(*corner, side[0] * MM, side[1] * MM, stroke=0, fill=1)
        for one, x, y in placed:
            form = self._form(one)
            lies = one.box[0] < one.box[1] and grid.piece[0] > grid.piece[1]
            wide, high = one.box[::-1] if lies else one.box
            scale = min(grid.piece[0] / wide, grid.piece[1] / high)
            left = x + (grid.piece[0] - wide * scale) / 2
            low = y + (grid.piece[1] + high * scale) / 2
            canvas.saveState()
            canvas.translate(left * MM, (grid.high - low) * MM)
            canvas.scale(scale * MM, scale * MM)
            if lies:
                canvas.translate(wide, 0)
                canvas.rotate(90)
            canvas.doForm(form)
            canvas.restoreState()

    def _form(self, piece: Printed) -> str:
        """Return the name of a drawing in the file, which holds each one once."""
        if piece.name not in self._forms:
            self._forms[piece.name] = name = f"drawing{len(self._forms) + 1}"
            self.canvas.beginForm(name, 0, 0, *piece.box)
            paint(self.canvas, piece.drawing)
            self.canvas.endForm(Resources=self._resources())
        return self._forms[piece.name]

    def _resources(self) -> Any:
        """Return what a drawing refers to; reportlab itself would forget its opacities."""
        found = needed("reportlab.pdfbase.pdfdoc", EXTRA).PDFResourceDictionary()
        found.basicFonts()
        found.allProcs()
        found.ExtGState = self.canvas._extgstate.getState()
        return found

    def _marks(self, grid: Grid) -> None:
        for line in grid.cut_marks():
            self._line(line, grid.high)

    def add_board(self, heading: str, board: Printed, size: tuple[float, float]) -> None:
        """Add the parts of a board, whose neighbours overlap; a cross marks where they meet."""
        canvas = self.canvas
        (wide, high), parts = tiled(self.paper, size)
        form = self._form(board)
        for part in parts:
            self._begin(wide, high)
            canvas.saveState()
            clip = canvas.beginPath()
            clip.rect(MARGIN * MM, (high - MARGIN - part.high) * MM, part.wide * MM, part.high * MM)
            canvas.clipPath(clip, stroke=0, fill=0)
            scale = size[0] / board.box[0]
            low = MARGIN + size[1] - part.y
            canvas.translate((MARGIN - part.x) * MM, (high - low) * MM)
            canvas.scale(scale * MM, scale * MM)
            canvas.doForm(form)
            canvas.restoreState()
            columns, rows = part.marks
            for x in columns:
                at = MARGIN + x - part.x
                for y in (MARGIN, MARGIN + part.high - 4):
                    self._line(CutLine(at, y, at, y + 4), high)
            for y in rows:
                at = MARGIN + y - part.y
                for x in (MARGIN, MARGIN + part.wide - 4):
                    self._line(CutLine(x, at, x + 4, at), high)
            about = self.text("part", name=part.name, number=len(parts), overlap=int(OVERLAP))
            self._end(heading, about if len(parts) > 1 else "", (wide, high))

    def add_sheet(self, heading: str, drawing: Printed) -> None:
        """Add a drawing on a sheet of its own, as large as fits."""
        wide, high = self.paper[::-1] if drawing.box[0] > drawing.box[1] else self.paper
        room = wide - 4 * MARGIN, high - 4 * MARGIN - FOOT
        scale = min(room[0] / drawing.box[0], room[1] / drawing.box[1])
        self._begin(wide, high)
        self.canvas.saveState()
        left = (wide - drawing.box[0] * scale) / 2
        self.canvas.translate(left * MM, (high - 2 * MARGIN - drawing.box[1] * scale) * MM)
        self.canvas.scale(scale * MM, scale * MM)
        self.canvas.doForm(self._form(drawing))
        self.canvas.restoreState()
        self._end(heading, "", (wide, high))

    def add_text(self, flow: list[Any]) -> None:
        """Add running text, on as many pages as it needs."""
        frames = needed("reportlab.platypus.frames", EXTRA)
        wide, high = (side * MM for side in self.paper)
        edge = 4 * MARGIN * MM
        while flow:
            self._begin(*self.paper)
            frame = frames.Frame(edge, edge, wide - 2 * edge, high - 2 * edge, 0, 0, 0, 0)
            self._fill(frame, flow)
            self._end(self.text("rulebook"), "", self.paper)

    def _fill(self, frame: Any, flow: list[Any]) -> None:
        """Move the first parts of a text into a frame, at least one of them."""
        first = True
        while flow:
            part = flow[0]
            alone = getattr(getattr(part, "style", None), "keepWithNext", 0)
            if alone and not first and frame._y - frame._y1p < LEAST:
                return
            if not frame.add(part, self.canvas):
                pieces = frame.split(part, self.canvas)
                if pieces:
                    frame.add(pieces[0], self.canvas)
                    flow[:1] = pieces[1:]
                elif first:
                    flow.pop(0)
                return
            flow.pop(0)
            first = False

    def save(self) -> None:
        """Write the end of the file."""
        self.canvas.save()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return self._page

    def _begin(self, wide: float, high: float) -> None:
        self.canvas.setPageSize((wide * MM, high * MM))

    def _end(self, heading: str, about: str, size: tuple[float, float]) -> None:
        self._page += 1
        words = " · ".join(part for part in (self.title, heading, str(self._page), about) if part)
        self.canvas.setFont(PLAIN, SMALL)
        self.canvas.setFillColor("#51463a")
        self.canvas.drawString(3 * MARGIN * MM, 1.6 * MM, words)
        self.canvas.showPage()

    def _line(self, line: CutLine, high: float) -> None:
        self.canvas.setStrokeColor("#000000")
        self.canvas.setLineWidth(HAIR)
        points = (line.x1, high - line.y1, line.x2, high - line.y2)
        self.canvas.line(*(part * MM for part in points))
