#!/bin/bash
# Run once by the image, when it makes the data: the role by which the standby copies and follows, and may do nothing else.
set -e
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password LISTS_REPLICATION_PASSWORD
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'password';
SQL
# The "all" of the other lines does not include replication.
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
