package org.reprise.lists.circulation;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which policies apply to a loan or request. FOLIO's rules are a text in a language of their own;
 * here they are rows, with the material type and the patron's group as conditions.
 */
@Component
final class Rules {
  private final DatabaseClient database;

  Rules(Split split) {
    this.database = split.reading(Feature.CIRCULATION);
  }

  /**
   * The rule that fits best, with its policies.
   *
   * @param materialType the condition on the material type; null where it has none
   * @param patronGroup the condition on the patron's group; null where it has none
   * @param requestTypes the types of requests that its request policy allows
   */
  record Rule(
      @Nullable UUID materialType,
      @Nullable UUID patronGroup,
      LoanPolicy loanPolicy,
      UUID requestPolicyId,
      List<String> requestTypes,
      UUID noticePolicyId) {}

  Rule read(Tenant tenant, UUID materialType, UUID patronGroup) {
    return database.inTransaction(() -> find(database.jdbc(), tenant, materialType, patronGroup));
  }

  static Rule find(JdbcClient jdbc, Tenant tenant, UUID materialType, UUID patronGroup) {
    return jdbc.sql(
            """
            select c.material_type_id as material_type, c.patron_group_id as patron_group,
              p.id as loan_policy_id, p.name as loan_policy_name, p.loanable as loan_policy_loanable,
              p.period_days as loan_policy_period_days, p.renewable as loan_policy_renewable,
              p.renewals as loan_policy_renewals, p.renew_from as loan_policy_renew_from,
              p.renews_requested as loan_policy_renews_requested,
              p.guaranteed_days as loan_policy_guaranteed_days,
              p.recall_days as loan_policy_recall_days,
              c.request_policy_id, q.request_types, c.notice_policy_id
            from circulation_rule c
            join loan_policy p on p.tenant = c.tenant and p.id = c.loan_policy_id
            join request_policy q on q.tenant = c.tenant and q.id = c.request_policy_id
            where c.tenant = :tenant
              and (c.material_type_id is null or c.material_type_id = :materialType)
              and (c.patron_group_id is null or c.patron_group_id = :patronGroup)
            order by (c.material_type_id is not null) desc, (c.patron_group_id is not null) desc
            limit 1\
            """)
        .param("tenant", tenant.number())
        .param("materialType", materialType)
        .param("patronGroup", patronGroup)
        .query(RecordMapper.of(Rule.class))
        .optional()
        .orElseThrow(() -> new IllegalStateException(tenant + " has no fallback rule"));
  }
}
