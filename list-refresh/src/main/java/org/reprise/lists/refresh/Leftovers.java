package org.reprise.lists.refresh;

import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Removes contents that no list shows any more, after they were replaced and not with it: what is
 * shown changes at once, however much there was before. Rows are deleted and tables never
 * truncated, for a query that is open on a standby stops its replay then.
 */
final class Leftovers {
  private static final int AT_ONCE = 20;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  Leftovers(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
  }

  private record Contents(short tenant, UUID listId, UUID refreshId) {}

  /** Removes some; returns whether there may be more. */
  boolean removeSome() {
    Integer removed =
        transactions.execute(_ -> {
          List<Contents> unused = unused();
          unused.forEach(this::remove);
          return unused.size();
        });
    return removed != null && removed == AT_ONCE;
  }

  private List<Contents> unused() {
    return jdbc.sql(
            """
            select r.tenant, r.list_id, r.id
            from list_refresh r
            join record_list l on l.tenant = r.tenant and l.id = r.list_id
            where r.has_contents and r.status <> 'IN_PROGRESS'
              and (l.success_refresh_id is distinct from r.id or l.is_deleted)
            limit ?
            for update of r skip locked\
            """)
        .param(AT_ONCE)
        .query((row, _) ->
            new Contents(
                row.getShort(1), row.getObject(2, UUID.class), row.getObject(3, UUID.class)))
        .list();
  }

  private void remove(Contents contents) {
    jdbc.sql("delete from list_segment where tenant = ? and refresh_id = ?")
        .params(contents.tenant(), contents.refreshId())
        .update();
    jdbc.sql("delete from list_contents where tenant = ? and list_id = ? and refresh_id = ?")
        .params(contents.tenant(), contents.listId(), contents.refreshId())
        .update();
    jdbc.sql("update list_refresh set has_contents = false where tenant = ? and id = ?")
        .params(contents.tenant(), contents.refreshId())
        .update();
  }
}
