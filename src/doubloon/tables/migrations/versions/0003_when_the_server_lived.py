"""When the server last lived, from when a clock counts that was given time back, and since when a seat is taken"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the step before up to this one."""
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("clock_since", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("clock_at", sa.Integer(), nullable=True))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("since", sa.Float(), nullable=True))


def downgrade() -> None:
    """Take this step back."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("since")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("clock_at")
        batch_op.drop_column("clock_since")
    op.drop_table("heartbeat")
