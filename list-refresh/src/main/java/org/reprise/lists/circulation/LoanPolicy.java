package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** Whether and for how long an item is lent, as mod-circulation-storage answers it. */
record LoanPolicy(UUID id, String name, boolean loanable, Terms loansPolicy) {
  static final Resource<LoanPolicy> RESOURCE =
      new Resource<>(
          "loan policy",
          """
          p.id, p.name, p.loanable, 'Rolling' as loans_policy_profile_id,
          p.period_days as loans_policy_period_duration, 'Days' as loans_policy_period_interval_id\
          """,
          "loan_policy p",
          "p",
          "p.name",
          Map.of("id", Field.id("p.id"), "name", Field.text("p.name")),
          RecordMapper.of(LoanPolicy.class));

  /** From the day of the loan on, without regard to opening hours. */
  record Terms(String profileId, Period period) {}

  record Period(int duration, String intervalId) {}

  @JsonIgnore
  Instant due(Instant loanDate) {
    return loanDate.plus(Duration.ofDays(loansPolicy.period.duration));
  }
}
