package org.reprise.lists.circulation;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What decides about a renewal.
 *
 * @param facts with the borrower's group; that of the check-out if the borrower has none any more
 * @param firstType the type of the item's first open request
 */
record RenewalSituation(
    Rules.Facts facts,
    boolean isActive,
    @Nullable String block,
    @Nullable UUID recall,
    @Nullable String firstType) {
  static RenewalSituation find(JdbcClient jdbc, Tenant tenant, Loan loan) {
    return jdbc.sql(
            """
            select i.material_type_id as facts_material_type,
              i.permanent_loan_type_id as facts_loan_type,
              i.effective_location_id as facts_location,
              coalesce(u.patron_group_id, :group) as facts_patron_group,
              u.active and coalesce(u.expiration_date > now(), true) as is_active,
              coalesce((select b.description from patron_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.renewals
                  and (b.expiration_date is null or b.expiration_date > now())
                order by b.created_date limit 1), (select min(b.message) from automated_block b
                where b.tenant = u.tenant and b.user_id = u.id and b.renewals)) as block, r.recall, r.first_type
            from item i
            join app_user u on u.tenant = i.tenant and u.id = :user
            left join lateral (
              select (array_agg(q.request_type order by q.number))[1] as first_type,
                (array_agg(q.id order by q.number) filter (where q.request_type = 'Recall'))[1]
                  as recall
              from circulation_request q
              where q.tenant = i.tenant and q.item_id = i.id and q.status like 'Open%') r on true
            where i.tenant = :tenant and i.id = :item\
            """)
        .param("group", loan.patronGroupAtCheckout().id())
        .param("user", loan.userId())
        .param("tenant", tenant.number())
        .param("item", loan.itemId())
        .query(RecordMapper.of(RenewalSituation.class))
        .single();
  }

  /** Adds all that is against a renewal, in mod-circulation's words. */
  void check(Loan loan, LoanPolicy policy, Instant due, Violations violations) {
    int renewals = Objects.requireNonNullElse(loan.renewalCount(), 0);
    loan.checkStatus(violations);
    violations
        .about("reason", "User is inactive.")
        .addIf(!isActive, "USER_INACTIVE", "Cannot renew loan when user is inactive or expired");
    violations
        .about("reason", block)
        .addIf(block != null, "USER_BLOCKED", "Patron blocked from renewing");
    violations
        .about("requestId", recall)
        .addIf(
            recall != null,
            "ITEM_RECALLED",
            "items cannot be renewed when there is an active recall request");
    violations
        .about(
            new Parameter("loanPolicyId", policy.id().toString()),
            new Parameter("loanPolicyName", policy.name()))
        .addIf(!policy.loanable(), "ITEM_NOT_LOANABLE", "item is not loanable")
        .addIf(
            policy.renewals() != null && renewals >= policy.renewals(),
            "RENEWAL_LIMIT_REACHED",
            "loan at maximum renewal number")
        .addIf(!policy.renewable(), "LOAN_NOT_RENEWABLE", "loan is not renewable")
        .addIf(
            "Hold".equals(firstType) && !policy.renewsRequested(),
            "ITEM_REQUESTED",
            "Items with this loan policy cannot be renewed when there is an active, pending hold request")
        .addIf(
            policy.loanable() && !due.isAfter(loan.dueDate()),
            "DUE_DATE_UNCHANGED",
            "renewal would not change the due date");
  }
}
