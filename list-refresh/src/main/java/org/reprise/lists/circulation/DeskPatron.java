package org.reprise.lists.circulation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.Named;
import org.reprise.lists.row.Columns;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A patron at a desk, with all that decides whether she may borrow. */
record DeskPatron(
    UUID id,
    @Nullable String barcode,
    String lastName,
    @Nullable String firstName,
    boolean active,
    @Nullable Instant expirationDate,
    Named group,
    @Nullable String manualBlock,
    boolean hasReachedLimit) {
  /**
   * Who was looked for, and where.
   *
   * @param isServicePoint whether the tenant has the desk
   * @param patron null where nobody has the barcode
   */
  record Found(boolean isServicePoint, @Nullable DeskPatron patron) {}

  /**
   * The desk and the tenant's patron with a barcode, in one round trip. Where the group has a limit
   * the patron's row is locked, so that two desks do not lend to her at once. Loans that were
   * committed while this waited for the lock are not counted here; {@link CheckOuts} counts again.
   */
  static Found find(JdbcClient jdbc, Tenant tenant, UUID servicePoint, String barcode) {
    return jdbc.sql(
            """
            with limited as (
              select u.tenant, u.id, g.max_items_out
              from app_user u
              join patron_group g on g.tenant = u.tenant and g.id = u.patron_group_id
              where u.tenant = :tenant and lower(u.barcode) = lower(:barcode)
                and g.max_items_out is not null
              for no key update of u)
            select s.id as service_point, u.id, u.barcode, u.last_name, u.first_name, u.active,
              u.expiration_date, u.patron_group_id, g.name as patron_group,
              (select b.description from patron_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.borrowing
                  and (b.expiration_date is null or b.expiration_date > now())
                order by b.created_date limit 1) as manual_block,
              coalesce((select m.max_items_out <= (
                  select count(*) from loan l
                  where l.tenant = m.tenant and l.user_id = m.id and l.status = 'Open')
                from limited m), false) as full
            from (values (1)) one
            left join service_point s on s.tenant = :tenant and s.id = :servicePoint
            left join app_user u on u.tenant = :tenant and lower(u.barcode) = lower(:barcode)
            left join patron_group g on g.tenant = u.tenant and g.id = u.patron_group_id\
            """)
        .param("tenant", tenant.number())
        .param("servicePoint", servicePoint)
        .param("barcode", barcode)
        .query(
            (row, number) -> new Found(Columns.idOrNull(row, "service_point") != null, patron(row)))
        .single();
  }

  private static @Nullable DeskPatron patron(ResultSet row) throws SQLException {
    UUID id = Columns.idOrNull(row, "id");
    return id == null
        ? null
        : new DeskPatron(
            id,
            Columns.textOrNull(row, "barcode"),
            Columns.text(row, "last_name"),
            Columns.textOrNull(row, "first_name"),
            row.getBoolean("active"),
            Columns.timeOrNull(row, "expiration_date"),
            new Named(Columns.id(row, "patron_group_id"), Columns.text(row, "patron_group")),
            Columns.textOrNull(row, "manual_block"),
            row.getBoolean("full"));
  }

  boolean isExpired(Instant now) {
    return expirationDate != null && !expirationDate.isAfter(now);
  }
}
