"""A felt as a PDF at true size."""

from datetime import UTC, date, datetime

from pitbook.reports.felt.svg import Drawing, mm


def write(drawing: Drawing, dated: date) -> bytes:
    """One page as large as the drawing; dated by the letter, so that the same felt gives the same bytes."""
    import typst

    source = (
        f"#set document(title: sys.inputs.title, date: datetime(year: {dated.year}, month: {dated.month}, "
        f"day: {dated.day}))\n"
        f"#set page(width: {mm(drawing.width)}mm, height: {mm(drawing.height)}mm, margin: 0pt)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 100%, alt: sys.inputs.title)\n'
    )
    made = typst.compile(
        source.encode(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"svg": drawing.svg(), "title": drawing.title},
        timestamp=datetime(dated.year, dated.month, dated.day, tzinfo=UTC),
    )
    if not isinstance(made, bytes):
        raise TypeError("typst gave no PDF")
    return made
