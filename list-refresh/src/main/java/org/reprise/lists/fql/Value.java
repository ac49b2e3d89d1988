package org.reprise.lists.fql;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** What a field is compared with; which one it is follows from the field. */
public sealed interface Value {
  Object content();

  /** What has others above and below it. */
  sealed interface Ranked extends Value {}

  /** Text of an open field, compared without regard to case. */
  record Text(String content) implements Value {}

  /** Text of a closed field, as the field's values are stored where it is one of them. */
  record Code(String content) implements Value {}

  record Whole(Long content) implements Ranked {}

  record Truth(Boolean content) implements Value {}

  record Id(UUID content) implements Value {}

  /** An instant, to the microsecond. */
  record Moment(Instant content) implements Ranked {}

  /** A whole day in UTC. */
  record Day(LocalDate content) implements Ranked {
    public OffsetDateTime start() {
      return content.atStartOfDay().atOffset(ZoneOffset.UTC);
    }

    /** Returns the first moment of the next day. */
    public OffsetDateTime end() {
      return start().plusDays(1);
    }
  }
}
