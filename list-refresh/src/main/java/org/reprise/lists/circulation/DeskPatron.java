package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.Named;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A patron at a desk, with all that decides whether she may borrow.
 *
 * @param limit the message of a limit of her group that lets her borrow no more
 */
record DeskPatron(
    UUID id,
    @Nullable String barcode,
    String lastName,
    @Nullable String firstName,
    boolean active,
    @Nullable Instant expirationDate,
    @Nullable Named group,
    @Nullable String manualBlock,
    @Nullable String limit) {

  static final String NO_GROUP = "USER_HAS_NO_PATRON_GROUP";

  /** The message of mod-circulation, which answers it with 500. */
  static final String NO_GROUP_MESSAGE =
      "Unable to apply circulation rules to a user with null value as patronGroupId";

  /** Whether the tenant has the desk, and the patron, null where nobody has the barcode. */
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
              select u.tenant, u.id
              from app_user u
              where u.tenant = :tenant and lower(u.barcode) = lower(:barcode) and exists (
                select from patron_block_limit m
                where m.tenant = u.tenant and m.patron_group_id = u.patron_group_id
                  and m.value is not null)
              for no key update of u)
            select s.id is not null as is_service_point, u.id as patron_id,
              u.barcode as patron_barcode, u.last_name as patron_last_name,
              u.first_name as patron_first_name, u.active as patron_active,
              u.expiration_date as patron_expiration_date, u.patron_group_id,
              g.name as patron_group_name,
              (select b.description from patron_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.borrowing
                  and (b.expiration_date is null or b.expiration_date > now())
                order by b.created_date limit 1) as patron_manual_block,
              (select b.message from limited m
                join automated_block b on b.tenant = m.tenant and b.user_id = m.id
                where b.borrowing order by b.message limit 1) as patron_limit
            from (values (1)) one
            left join service_point s on s.tenant = :tenant and s.id = :servicePoint
            left join app_user u on u.tenant = :tenant and lower(u.barcode) = lower(:barcode)
            left join patron_group g on g.tenant = u.tenant and g.id = u.patron_group_id\
            """)
        .param("tenant", tenant.number())
        .param("servicePoint", servicePoint)
        .param("barcode", barcode)
        .query(RecordMapper.of(Found.class))
        .single();
  }

  boolean isExpired(Instant now) {
    return expirationDate != null && !expirationDate.isAfter(now);
  }
}
