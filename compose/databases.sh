#!/bin/bash
# Makes a database for each name in $DATABASES, and the login role of the same name that owns it and is no superuser. Its
# password is that of NAME_DATABASE_PASSWORD. The image runs this once, when it makes the data; it can be run again at any
# time, and then gives the roles the passwords of the environment.
set -e
for name in $DATABASES; do
  psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres -v name="$name" <<SQL
\getenv password ${name^^}_DATABASE_PASSWORD
SELECT format('CREATE ROLE %I', :'name') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
ALTER ROLE :"name" LOGIN PASSWORD :'password';
SELECT format('CREATE DATABASE %I', :'name') WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
ALTER DATABASE :"name" OWNER TO :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
