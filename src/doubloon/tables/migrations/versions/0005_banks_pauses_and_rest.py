"""Clocks of seats with a bank, pauses, and the days on which a person's clocks stand"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

RUNNING = """
SELECT tables.id, tables.clock_since, tables.clock_at, tables.started, tables.created,
       last.seq, last.due, last.time, seats.seat, seats.stand_in
FROM tables
JOIN seats ON seats."table" = tables.id AND seats.kind = 'human'
LEFT JOIN (
    SELECT entries."table" AS id, entries.seq, entries.due, entries.time FROM entries
    JOIN (SELECT "table" AS id, max(seq) AS seq FROM entries GROUP BY "table") AS newest
    ON newest.id = entries."table" AND newest.seq = entries.seq
) AS last ON last.id = tables.id
WHERE tables.status = 'playing' AND tables.clock > 0
"""
"""The people at games that go on by a clock: there was one clock a table, for all who must act."""


def upgrade() -> None:
    """Bring the step before up to this one."""
    clocks = op.create_table(
        "clocks",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("left", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=False),
        sa.Column("since", sa.Float(), nullable=True),
        sa.Column("is_renewed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_clocks_table")),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_clocks")),
    )
    found = [clock_of(row) for row in op.get_bind().execute(sa.text(RUNNING)).mappings()]
    if found:
        op.bulk_insert(clocks, found)
    # Not in batches: to make `tables` anew would break the rows that point to it.
    op.drop_column("tables", "clock_at")
    op.drop_column("tables", "clock_since")
    op.add_column("tables", sa.Column("bank", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("increment", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("paused", sa.Float(), nullable=True))
    op.add_column("people", sa.Column("rest", sa.Text(), nullable=False, server_default=""))


def clock_of(row: Any) -> dict[str, Any]:
    """Return the clock of a person at a game that goes on."""
    at = 0 if row["seq"] is None else row["seq"] + 1
    is_given = row["clock_since"] is not None and row["clock_at"] == at
    since = row["clock_since"] if is_given else row["time"] or row["started"] or row["created"]
    due = row["due"] or 0
    runs = due > 0 and due >> row["seat"] & 1 and not row["stand_in"]
    return {
        "table": row["id"],
        "seat": row["seat"],
        "left": 0.0,
        "used": 0.0,
        "since": since if runs else None,
        "is_renewed": bool(runs and is_given),
    }


def downgrade() -> None:
    """Take this step back."""
    op.drop_column("people", "rest")
    op.drop_column("tables", "paused")
    op.drop_column("tables", "increment")
    op.drop_column("tables", "bank")
    op.add_column("tables", sa.Column("clock_since", sa.Float(), nullable=True))
    op.add_column("tables", sa.Column("clock_at", sa.Integer(), nullable=True))
    op.drop_table("clocks")
