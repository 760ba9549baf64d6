"""run_alembic.py DATABASE FOLDER head|base: runs the folder's revisions through Alembic itself. A DATABASE with a slash
is an SQLite file, any other a database of the PostgreSQL server that PGHOST and the like name."""
import os
import sys
import tempfile

from alembic import command
from alembic.config import Config

database, folder, target = sys.argv[1:4]
if "/" in database:
    engine = f"create_engine('sqlite:///{database}')"
else:
    engine = f"create_engine('postgresql+psycopg2://', connect_args={{'dbname': {database!r}}})"
home = tempfile.mkdtemp()
os.symlink(os.path.abspath(folder), os.path.join(home, "versions"))
with open(os.path.join(home, "env.py"), "w") as env:
    env.write(
        "from alembic import context\nfrom sqlalchemy import create_engine\n"
        f"engine = {engine}\n"
        "with engine.connect() as connection:\n"
        "    context.configure(connection=connection, transaction_per_migration=True)\n"
        "    with context.begin_transaction():\n"
        "        context.run_migrations()\n")
config = Config()
config.set_main_option("script_location", home)
(command.upgrade if target == "head" else command.downgrade)(config, target)
