"""Sessions that were signed out"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the step before up to this one."""
    op.create_table(
        "ended",
        sa.Column("visit", sa.String(length=64), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("visit", name=op.f("pk_ended")),
    )


def downgrade() -> None:
    """Take this step back."""
    op.drop_table("ended")
