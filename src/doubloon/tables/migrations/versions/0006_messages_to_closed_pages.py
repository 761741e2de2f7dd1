"""Channels by which people are told what happens while they have no page open, and what is to be told"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the step before up to this one."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("shown", sa.String(length=200), nullable=False),
        sa.Column("base", sa.String(length=200), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=False),
        sa.Column("is_off", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_channels_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
    )
    op.create_index(op.f("ix_channels_person"), "channels", ["person"])
    op.create_table(
        "outbox",
        sa.Column("channel", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_outbox_channel")),
        sa.PrimaryKeyConstraint("channel", "kind", "table", "at", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("ix_outbox_due"), "outbox", ["due"])
    op.add_column("people", sa.Column("news", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take this step back."""
    op.drop_column("people", "news")
    op.drop_index(op.f("ix_outbox_due"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_channels_person"), table_name="channels")
    op.drop_table("channels")
