package org.reprise.lists.circulation;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/**
 * Whether, for how long and how often an item is lent, as mod-circulation-storage answers it.
 *
 * @param periodDays after how many days, at their end, a loan or renewal is due, without regard to
 *     opening hours
 * @param renewals how often a loan is renewed; null for no limit
 * @param renewFrom {@code CURRENT_DUE_DATE} or {@code SYSTEM_DATE}, from when a renewal lasts
 * @param renewsRequested whether a loan is renewed while a hold is the item's first request
 * @param guaranteedDays how long from its date a recalled loan lasts at least; null for no time
 * @param recallDays how many days after a recall its loan is due; null for at once
 */
record LoanPolicy(
    UUID id,
    String name,
    boolean loanable,
    @JsonIgnore int periodDays,
    boolean renewable,
    @JsonIgnore @Nullable Integer renewals,
    @JsonIgnore String renewFrom,
    @JsonIgnore boolean renewsRequested,
    @JsonIgnore @Nullable Integer guaranteedDays,
    @JsonIgnore @Nullable Integer recallDays) {
  static final Resource<LoanPolicy> RESOURCE =
      new Resource<>(
          "loan policy",
          "p.*",
          "loan_policy p",
          "p",
          "p.name",
          Map.of("id", Field.id("p.id"), "name", Field.text("p.name")),
          RecordMapper.of(LoanPolicy.class));

  record Terms(String profileId, @Nullable Period period) {}

  record Period(int duration, String intervalId) {
    static @Nullable Period days(@Nullable Integer number) {
      return number == null ? null : new Period(number, "Days");
    }
  }

  record Renewals(boolean unlimited, @Nullable Integer numberAllowed, String renewFromId) {}

  record RequestManagement(Recalls recalls, Holds holds) {}

  record Recalls(
      @Nullable Period minimumGuaranteedLoanPeriod, @Nullable Period recallReturnInterval) {}

  record Holds(boolean renewItemsWithRequest) {}

  @JsonProperty
  Terms loansPolicy() {
    return new Terms("Rolling", Period.days(periodDays));
  }

  @JsonProperty
  Renewals renewalsPolicy() {
    return new Renewals(renewals == null, renewals, renewFrom);
  }

  @JsonProperty
  RequestManagement requestManagement() {
    return new RequestManagement(
        new Recalls(Period.days(guaranteedDays), Period.days(recallDays)),
        new Holds(renewsRequested));
  }

  @JsonIgnore
  Instant due(Instant from, ZoneId zone) {
    return endOfDay(from, periodDays, zone);
  }

  @JsonIgnore
  Instant renewed(Loan loan, Instant now, ZoneId zone) {
    return due(renewFrom.equals("SYSTEM_DATE") ? now : loan.dueDate(), zone);
  }

  /** Returns when a loan is due that is recalled now; no later than before. */
  @JsonIgnore
  Instant recalled(Loan loan, Instant now, ZoneId zone) {
    Instant recalled = endOfDay(now, recallDays, zone);
    Instant guaranteed = endOfDay(loan.loanDate(), guaranteedDays, zone);
    Instant shortened = recalled.isAfter(guaranteed) ? recalled : guaranteed;
    return shortened.isBefore(loan.dueDate()) ? shortened : loan.dueDate();
  }

  // To the second, as mod-circulation has it.
  private static Instant endOfDay(Instant from, @Nullable Integer days, ZoneId zone) {
    return from.atZone(zone)
        .toLocalDate()
        .plusDays(days == null ? 0 : days)
        .atTime(23, 59, 59)
        .atZone(zone)
        .toInstant();
  }
}
