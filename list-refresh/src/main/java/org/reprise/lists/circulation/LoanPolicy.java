package org.reprise.lists.circulation;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether, for how long and how often an item is lent: what mod-circulation-storage's schema has of
 * this. Opening hours are not regarded.
 *
 * @param details the policy's members, as they were stored
 */
record LoanPolicy(UUID id, JsonNode details) {
  /** How long something lasts; no time where a policy does not say it. */
  private record Period(long duration, ChronoUnit unit) {
    static Period of(JsonNode json) {
      String unit = json.path("intervalId").stringValue("Days").toUpperCase(Locale.ROOT);
      return new Period(json.path("duration").asLong(0), ChronoUnit.valueOf(unit));
    }

    // Days and longer end with a day, to the second, as mod-circulation has it.
    Instant after(Instant from, ZoneId zone) {
      ZonedDateTime end = from.atZone(zone).plus(duration, unit);
      return unit.isDateBased()
          ? end.toLocalDate().atTime(23, 59, 59).atZone(zone).toInstant()
          : end.toInstant();
    }
  }

  String name() {
    return details.at("/name").asString();
  }

  boolean loanable() {
    return details.at("/loanable").asBoolean();
  }

  boolean renewable() {
    return details.at("/renewable").asBoolean();
  }

  /** Returns how often a loan is renewed; null for no limit. */
  @Nullable Integer renewals() {
    return details.at("/renewalsPolicy/unlimited").asBoolean(false)
        ? null
        : details.at("/renewalsPolicy/numberAllowed").asInt(0);
  }

  /** Returns whether a loan is renewed while a hold is the item's first request. */
  boolean renewsRequested() {
    return details.at("/requestManagement/holds/renewItemsWithRequest").asBoolean(false);
  }

  Instant due(Instant from, ZoneId zone) {
    return Period.of(details.at("/loansPolicy/period")).after(from, zone);
  }

  Instant renewed(Loan loan, Instant now, ZoneId zone) {
    boolean isFromNow =
        details.at("/renewalsPolicy/renewFromId").asString("").equals("SYSTEM_DATE");
    JsonNode period =
        details.at("/renewalsPolicy/differentPeriod").asBoolean(false)
            ? details.at("/renewalsPolicy/period")
            : details.at("/loansPolicy/period");
    return Period.of(period).after(isFromNow ? now : loan.dueDate(), zone);
  }

  /** Returns when a loan is due that is recalled now; no later than before. */
  Instant recalled(Loan loan, Instant now, ZoneId zone) {
    JsonNode recalls = details.at("/requestManagement/recalls");
    Instant recalled = Period.of(recalls.path("recallReturnInterval")).after(now, zone);
    Instant guaranteed =
        Period.of(recalls.path("minimumGuaranteedLoanPeriod")).after(loan.loanDate(), zone);
    Instant shortened = recalled.isAfter(guaranteed) ? recalled : guaranteed;
    return shortened.isBefore(loan.dueDate()) ? shortened : loan.dueDate();
  }
}
