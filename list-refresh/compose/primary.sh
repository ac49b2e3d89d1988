#!/bin/sh
# Run once by the image, when it makes the database: its "all" does not include replication.
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
