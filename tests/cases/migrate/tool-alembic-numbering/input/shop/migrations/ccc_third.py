revision = 'ccc'
down_revision = 'aaa'
