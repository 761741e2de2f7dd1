"""Pictures as static SVG: intervals beside a reference, distributions, trade-offs. Every one stands beside a table with
the same numbers.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt
import vl_convert

from doubloon.sim.intervals import Estimate

INK = "#14384f"
ACCENT = "#a3151f"
MUTED = "#5c6a72"
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
WIDTH = 560
ROW = 24
HEIGHT = 200
CONFIG: dict[str, Any] = {
    "font": FONT,
    "background": "transparent",
    "view": {"stroke": None},
    # the browser's font may be wider than the one that the labels were measured in
    "padding": {"left": 34, "right": 24, "top": 6, "bottom": 6},
    "axis": {
        "labelFlush": False,
        "labelOverlap": True,
        "labelFontSize": 13,
        "titleFontSize": 13,
        "labelColor": "#222",
        "titleColor": "#222",
        "titleFontWeight": "normal",
        "gridColor": "#dcd8cc",
    },
}


class Dot(NamedTuple):
    """A named estimate; a marked one is drawn in the accent colour and as a diamond."""

    label: str
    estimate: Estimate
    is_marked: bool = False


def inline(rows: list[dict[str, Any]]) -> Any:
    """Return rows as data of a chart."""
    return alt.InlineData(values=rows)


def as_svg(chart: Any) -> str:
    """Return a chart as SVG."""
    svg: str = vl_convert.vegalite_to_svg(chart.configure(**CONFIG).to_dict())
    return svg


def dots(items: Sequence[Dot], title: str, reference: float | None = None, form: str = "") -> str:
    """Draw estimates with their intervals, one a row, and a dashed line at a reference."""
    known = [item for item in items if item.estimate.is_known]
    data = [
        {
            "label": item.label,
            "value": item.estimate.value,
            "low": item.estimate.low,
            "high": item.estimate.high,
            "marked": "yes" if item.is_marked else "no",
        }
        for item in known
    ]
    y = alt.Y("label:N", sort=[item.label for item in known], title=None, axis=alt.Axis(labelLimit=240))
    scale = alt.Scale(zero=False, nice=True)
    colour = alt.Color("marked:N", scale=alt.Scale(domain=["no", "yes"], range=[INK, ACCENT]), legend=None)
    shape = alt.Shape("marked:N", scale=alt.Scale(domain=["no", "yes"], range=["circle", "diamond"]), legend=None)
    base = alt.Chart(inline(data))
    axis = alt.Axis(format=form) if form else alt.Axis()
    lines = base.mark_rule(strokeWidth=2.5).encode(
        x=alt.X("low:Q", scale=scale, title=title, axis=axis), x2="high:Q", y=y, color=colour
    )
    points = base.mark_point(filled=True, size=80, opacity=1).encode(
        x=alt.X("value:Q", scale=scale, title=title), y=y, color=colour, shape=shape
    )
    layers = [lines, points]
    if reference is not None:
        rule = (
            alt.Chart(inline([{"at": reference}]))
            .mark_rule(strokeDash=[5, 4], color=MUTED, strokeWidth=1.5)
            .encode(x="at:Q")
        )
        layers.insert(0, rule)
    return as_svg(alt.layer(*layers).properties(width=WIDTH, height=ROW * max(2, len(known))))


def distribution(bins: Sequence[tuple[float, float, float]], title: str) -> str:
    """Draw the shares of bins (from, to, share of all) as bars."""
    data = [{"from": low, "to": high, "share": share} for low, high, share in bins]
    chart = (
        alt.Chart(inline(data))
        .mark_bar(color=INK, binSpacing=1)
        .encode(
            x=alt.X("from:Q", bin="binned", title=title, axis=alt.Axis(grid=False, tickMinStep=1)),
            x2="to:Q",
            y=alt.Y("share:Q", title="share of all", axis=alt.Axis(format="%")),
        )
    )
    return as_svg(chart.properties(width=WIDTH, height=HEIGHT))


def trade_off(points: Sequence[tuple[float, float, str]], x_title: str, y_title: str) -> str:
    """Draw points (x, y, kind) of which the kinds are `tried`, `best` and `chosen`."""
    data = [{"x": x, "y": y, "kind": kind} for x, y, kind in points]
    kinds = ["tried", "best", "chosen"]
    legend = alt.Legend(title=None, orient="top", labelFontSize=13)
    chart = (
        alt.Chart(inline(data))
        .mark_point(filled=True, opacity=0.9)
        .encode(
            x=alt.X("x:Q", title=x_title, scale=alt.Scale(zero=False)),
            y=alt.Y("y:Q", title=y_title, scale=alt.Scale(zero=False)),
            color=alt.Color("kind:N", legend=legend, scale=alt.Scale(domain=kinds, range=["#8d9ba3", INK, ACCENT])),
            shape=alt.Shape(
                "kind:N", legend=legend, scale=alt.Scale(domain=kinds, range=["circle", "square", "diamond"])
            ),
            size=alt.Size("kind:N", legend=legend, scale=alt.Scale(domain=kinds, range=[40, 80, 170])),
        )
    )
    return as_svg(chart.properties(width=WIDTH, height=320))
