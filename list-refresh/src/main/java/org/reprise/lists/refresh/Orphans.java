package org.reprise.lists.refresh;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Leases;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Refreshes in the database whose process has ended. */
final class Orphans {
  private final JdbcClient jdbc;
  private final Leases<UUID, ?> lease;
  private final Tenants tenants;
  private final EntityTypes types;

  Orphans(JdbcClient jdbc, Leases<UUID, ?> lease, Tenants tenants, EntityTypes types) {
    this.jdbc = jdbc;
    this.lease = lease;
    this.tenants = tenants;
    this.types = types;
  }

  /**
   * A refresh whose process has ended.
   *
   * @param type of the list's records; null where it is described no more
   * @param fqlQuery the list's query; null where it has none any more
   * @param attempt the one that begins, from 1
   */
  record Orphan(
      Tenant tenant,
      UUID refreshId,
      UUID listId,
      RefreshMode mode,
      @Nullable EntityType type,
      @Nullable String fqlQuery,
      int attempt) {}

  /**
   * Takes over refreshes whose lease has expired, of the tenants that this process serves; never
   * its own ones: after it was stopped (SIGSTOP) it may look for orphans before it renews its
   * leases.
   */
  List<Orphan> adopt(int most) {
    return jdbc.sql(
            """
            with orphan as (
              select tenant, id from list_refresh
              where status = 'IN_PROGRESS' and heartbeat < now() - :lease * interval '1 millisecond'
                and tenant = any (:tenants) and id <> all (:running)
              order by heartbeat limit :most
              for update skip locked
            )
            update list_refresh r
            set owner = :owner, heartbeat = now(), attempt = r.attempt + 1
            from orphan, record_list l
            where r.tenant = orphan.tenant and r.id = orphan.id
              and l.tenant = r.tenant and l.id = r.list_id
            returning r.tenant, r.id, r.list_id, r.mode, l.entity_type_id, l.fql_query, r.attempt\
            """)
        .param("lease", lease.length().toMillis())
        .param("tenants", tenants.all().stream().map(Tenant::number).toArray(Short[]::new))
        .param("running", lease.ids().toArray(UUID[]::new))
        .param("most", most)
        .param("owner", lease.owner())
        .query((row, _) -> orphan(row))
        .list();
  }

  private Orphan orphan(ResultSet row) throws SQLException {
    return new Orphan(
        tenants.find(row.getShort(1)).orElseThrow(),
        row.getObject(2, UUID.class),
        row.getObject(3, UUID.class),
        RefreshMode.valueOf(row.getString(4)),
        types.find(row.getObject(5, UUID.class)).orElse(null),
        row.getString(6),
        row.getInt(7));
  }
}
