revision = "aaa"
down_revision = None
