"""Who moved for a bot that broke down, and how many hints a seat asked for"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the step before up to this one."""
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("instead", sa.String(length=16), nullable=False, server_default=""))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("hints", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take this step back."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("hints")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_column("instead")
