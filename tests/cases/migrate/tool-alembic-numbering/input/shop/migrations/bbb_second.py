revision: str = "bbb"
down_revision: str = "aaa"
