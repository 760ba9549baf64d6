"""run_django.py DATABASE FOLDER [zero]: runs the folder's migrations through Django itself. A DATABASE with a slash is an
SQLite file."""
import os
import sys
import tempfile

database, folder, target = sys.argv[1:4]
home = tempfile.mkdtemp()
app = os.path.basename(os.path.dirname(os.path.abspath(folder))).replace("-", "_")
os.makedirs(os.path.join(home, app, "migrations"))
for name in filter(lambda each: each.endswith(".py"), os.listdir(folder)):
    with open(os.path.join(folder, name)) as source, open(os.path.join(home, app, "migrations", name), "w") as copy:
        copy.write(source.read())
for package in (app, os.path.join(app, "migrations")):
    open(os.path.join(home, package, "__init__.py"), "w").close()
sys.path.insert(0, home)

import django
from django.conf import settings
from django.core.management import call_command

connection = {"ENGINE": "django.db.backends.postgresql", "NAME": database, "HOST": os.environ.get("PGHOST", ""),
              "PORT": os.environ.get("PGPORT", ""), "USER": os.environ.get("PGUSER", ""),
              "PASSWORD": os.environ.get("PGPASSWORD", "")}
if "/" in database:
    connection = {"ENGINE": "django.db.backends.sqlite3", "NAME": database}
settings.configure(INSTALLED_APPS=[app], DATABASES={"default": connection})
django.setup()
call_command("migrate", app, *([target] if target else []), verbosity=0)
