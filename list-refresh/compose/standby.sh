#!/bin/bash
# Copies the primary unless that is done, then follows it through a replication slot. A standby that was away for longer than
# its primary keeps WAL for it (max_slot_wal_keep_size) is copied anew. Arguments are PostgreSQL's settings.
set -euo pipefail
slot=lists_standby
ask() { psql --no-psqlrc --tuples-only --no-align --dbname postgres --command "$1"; }

state=$(ask "SELECT coalesce(wal_status, 'lost') FROM pg_replication_slots WHERE slot_name = '$slot'")
if [ -z "$state" ] || [ "$state" = lost ]; then
  rm -rf "$PGDATA"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA" "$PGDATA.new"
  ask "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '$slot'"
  # Before the copy: it keeps the WAL that the copy needs from its beginning.
  ask "SELECT pg_create_physical_replication_slot('$slot', true)"
  pg_basebackup --pgdata "$PGDATA.new" --slot "$slot" --wal-method stream --checkpoint fast --write-recovery-conf
  # A name of its own: a copy that was broken off is not taken for a whole one.
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres -D "$PGDATA" "$@"
