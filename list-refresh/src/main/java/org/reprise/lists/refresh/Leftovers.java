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
  private Optional<Unused> current = Optional.empty();

  Leftovers(DatabaseClient database) {
    this.database = database;
  }

  private record Unused(short tenant, UUID refreshId, int from) {}

  /**
   * Removes some of one refresh, and goes on with it at the next call; returns whether there may be
   * more. One thread at a time calls it.
   */
  boolean removeSome() {
    Optional<Unused> unused = current.or(this::find);
    current = unused.flatMap(one -> database.inTransaction(() -> remove(one)));
    return unused.isPresent();
  }

  // What another process removes, or still saves, is passed over.
  private Optional<Unused> find() {
    return database
        .sql(
            """
            select r.tenant, r.id
            from list_refresh r
            join record_list l on l.tenant = r.tenant and l.id = r.list_id
            where r.has_contents and r.status <> 'IN_PROGRESS'
              and (l.success_refresh_id is distinct from r.id or l.is_deleted)
            limit 1
            for update of r skip locked\
            """)
        .query((row, _) -> new Unused(row.getShort(1), row.getObject(2, UUID.class), 0))
        .optional();
  }

  private Optional<Unused> remove(Unused unused) {
    short tenant = unused.tenant();
    UUID refresh = unused.refreshId();
    boolean isLocked =
        database
            .sql(
                """
                select true from list_refresh where tenant = ? and id = ? and has_contents
                for update skip locked\
                """)
            .params(tenant, refresh)
            .query(Boolean.class)
            .optional()
            .isPresent();
    if (!isLocked) {
      return Optional.empty();
    }
    Optional<Integer> last =
        ContentRows.removeSome(database.jdbc(), tenant, refresh, unused.from());
    if (last.isPresent()) {
      return Optional.of(new Unused(tenant, refresh, last.get()));
    }
    // There are a thousand times fewer segments than records.
    database
        .sql(
            """
            with removed as (
              delete from list_segment where tenant = :tenant and refresh_id = :id)
            update list_refresh set has_contents = false where tenant = :tenant and id = :id\
            """)
        .param("tenant", tenant)
        .param("id", refresh)
        .update();
    return Optional.empty();
  }
}
