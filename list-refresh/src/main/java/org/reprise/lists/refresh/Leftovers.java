package org.reprise.lists.refresh;

import java.util.Optional;
import java.util.UUID;
import org.reprise.lists.split.DatabaseClient;

/**
 * Removes contents that no list shows any more, after they were replaced and not with it: what is
 * shown changes at once, however much there was before. Rows are deleted and tables never
 * truncated, for a query that is open on a standby stops its replay then.
 */
final class Leftovers {
  private final DatabaseClient database;

  Leftovers(DatabaseClient database) {
    this.database = database;
  }

  private record Contents(short tenant, UUID listId, UUID refreshId) {}

  /** Removes some of one refresh; returns whether there may be more. */
  boolean removeSome() {
    return database.inTransaction(() -> {
      Optional<Contents> unused = unused();
      unused.ifPresent(this::remove);
      return unused.isPresent();
    });
  }

  // What another process removes, or still saves, is passed over.
  private Optional<Contents> unused() {
    return database
        .sql(
            """
            select r.tenant, r.list_id, r.id
            from list_refresh r
            join record_list l on l.tenant = r.tenant and l.id = r.list_id
            where r.has_contents and r.status <> 'IN_PROGRESS'
              and (l.success_refresh_id is distinct from r.id or l.is_deleted)
            limit 1
            for update of r skip locked\
            """)
        .query((row, _) ->
            new Contents(
                row.getShort(1), row.getObject(2, UUID.class), row.getObject(3, UUID.class)))
        .optional();
  }

  private void remove(Contents contents) {
    short tenant = contents.tenant();
    UUID list = contents.listId();
    UUID refresh = contents.refreshId();
    int rows =
        database
            .sql(ContentRows.REMOVE_SOME)
            .params(tenant, list, refresh, tenant, list, refresh)
            .update();
    if (rows == ContentRows.SLICE) {
      return;
    }
    // There are a thousand times fewer segments than records.
    database
        .sql("delete from list_segment where tenant = ? and refresh_id = ?")
        .params(tenant, refresh)
        .update();
    database
        .sql("update list_refresh set has_contents = false where tenant = ? and id = ?")
        .params(tenant, refresh)
        .update();
  }
}
