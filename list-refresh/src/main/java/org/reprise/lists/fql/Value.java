package org.reprise.lists.fql;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** What a field is compared with; which one it is follows from the field. */
public sealed interface Value {
  /** What has others above and below it. */
  sealed interface Ranked extends Value {}

  /** Text of an open field, compared without regard to case. */
  record Text(String text) implements Value {}

  /** Text of a closed field, as the field's values are stored where it is one of them. */
  record Code(String text) implements Value {}

  record Whole(long number) implements Ranked {}

  record Truth(boolean truth) implements Value {}

  record Id(UUID id) implements Value {}

  /** An instant, to the microsecond. */
  record Moment(Instant at) implements Ranked {}

  /** A whole day in UTC. */
  record Day(LocalDate day) implements Ranked {}
}
