package org.reprise.lists.circulation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.reprise.lists.circulation.RulesText.InvalidRules;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** A tenant's rules: which policies apply to a loan or request. */
@Component
final class Rules {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, String> POLICIES =
      Map.of(
          "l", "loan_policy",
          "r", "request_policy",
          "n", "notice_policy",
          "o", "overdue_fine_policy",
          "i", "lost_item_fee_policy");

  private final DatabaseClient reading;
  private final DatabaseClient writing;

  Rules(Split split) {
    this.reading = split.reading(Feature.CIRCULATION);
    this.writing = split.client();
  }

  /** What rules decide by; the library, the campus and the institution follow from the location. */
  record Facts(UUID materialType, UUID loanType, UUID location, UUID patronGroup) {}

  /** The rule that fits best, with its policies and the types of requests that these allow. */
  record Rule(
      String letters,
      LoanPolicy loanPolicy,
      UUID requestPolicyId,
      List<String> requestTypes,
      UUID noticePolicyId,
      UUID overdueFinePolicyId,
      UUID lostItemFeePolicyId) {}

  String text(Tenant tenant) {
    return reading.inTransaction(() ->
        reading
            .sql("select rules from circulation_rules where tenant = ?")
            .param(tenant.number())
            .query(String.class)
            .single());
  }

  /**
   * Replaces a tenant's rules, one writer after the other.
   *
   * @throws InvalidRules where they are not understood, or name policies that are not there
   */
  void replace(Tenant tenant, String text) {
    List<RulesText.Rule> rules = RulesText.read(text);
    writing.inTransaction(() -> {
      writing
          .sql("update circulation_rules set rules = ?, updated_date = now() where tenant = ?")
          .params(text, tenant.number())
          .update();
      POLICIES.forEach((letter, table) -> checkPolicies(tenant, rules, letter, table));
      writing.sql("delete from circulation_line where tenant = ?").param(tenant.number()).update();
      return writing
          .sql(
              """
              insert into circulation_line (tenant, line, rank, letters, conditions, loan_policy_id,
                request_policy_id, notice_policy_id, overdue_fine_policy_id, lost_item_fee_policy_id)
              select :tenant, line, rank, letters, conditions, (policies ->> 'l')::uuid,
                (policies ->> 'r')::uuid, (policies ->> 'n')::uuid, (policies ->> 'o')::uuid,
                (policies ->> 'i')::uuid
              from jsonb_to_recordset(:rules::jsonb) as r (line integer, rank bigint, letters text,
                conditions jsonb, policies jsonb)\
              """)
          .param("tenant", tenant.number())
          .param("rules", JSON.writeValueAsString(rules))
          .update();
    });
  }

  // Locks them until the rules refer to them.
  private void checkPolicies(
      Tenant tenant, List<RulesText.Rule> rules, String letter, String table) {
    Set<UUID> known = new HashSet<>();
    writing
        .sql("select id from %s where tenant = ? for key share".formatted(table))
        .param(tenant.number())
        .query(row -> {
          known.add(row.getObject(1, UUID.class));
        });
    rules.stream()
        .filter(rule -> !known.contains(rule.policies().get(letter)))
        .findFirst()
        .ifPresent(rule -> {
          throw new InvalidRules("The policy %s does not exist".formatted(letter), rule.line(), 1);
        });
  }

  Rule read(Tenant tenant, Facts facts) {
    return reading.inTransaction(() -> find(reading.jdbc(), tenant, facts));
  }

  static Rule find(JdbcClient jdbc, Tenant tenant, Facts facts) {
    return jdbc.sql(
            """
            select c.letters, c.loan_policy_id, p.details as loan_policy_details,
              c.request_policy_id, c.notice_policy_id, c.overdue_fine_policy_id,
              c.lost_item_fee_policy_id,
              array(select jsonb_path_query(q.details, '$.requestTypes[*] ? (@ != null)') #>> '{}') as request_types
            from circulation_line c
            join loan_policy p on p.tenant = c.tenant and p.id = c.loan_policy_id
            join request_policy q on q.tenant = c.tenant and q.id = c.request_policy_id
            left join location s on s.tenant = c.tenant and s.id = :location
            where c.tenant = :tenant and not exists (
              select from jsonb_to_recordset(c.conditions) as k (letter text, "not" boolean, ids jsonb)
              where k."not" = coalesce(jsonb_exists(k.ids, case k.letter
                when 'm' then :materialType::text when 't' then :loanType::text
                when 'g' then :patronGroup::text when 's' then s.id::text
                when 'c' then s.library_id::text when 'b' then s.campus_id::text
                when 'a' then s.institution_id::text end), false))
            order by c.rank desc limit 1\
            """)
        .param("tenant", tenant.number())
        .param("materialType", facts.materialType)
        .param("loanType", facts.loanType)
        .param("location", facts.location)
        .param("patronGroup", facts.patronGroup)
        .query(RecordMapper.of(Rule.class))
        .optional()
        .orElseThrow(() -> new IllegalStateException(tenant + " has no fallback rule"));
  }
}
