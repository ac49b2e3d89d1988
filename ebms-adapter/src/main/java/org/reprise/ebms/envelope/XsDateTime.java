package org.reprise.ebms.envelope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The type {@code xs:dateTime} (XML Schema part 2, section 3.2.7). */
public final class XsDateTime {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  public static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private XsDateTime() {}

  /** Returns the moment, or the one of the years 1 to 9999 that is next to it. */
  public static Instant nearest(Instant moment) {
    return Collections.max(List.of(FIRST, Collections.min(List.of(moment, LAST))));
  }

  /** Reads a moment of the years 1 to 9999, by default in UTC (ebMS 2.0, section 3.1.6.2). */
  public static Optional<Instant> parse(String text) {
    String stripped = text.strip();
    try {
      Instant moment =
          hasZone(stripped)
              ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(stripped, Instant::from)
              : LocalDateTime.parse(stripped).toInstant(ZoneOffset.UTC);
      return Optional.of(moment).filter(it -> it.equals(nearest(it)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static boolean hasZone(String text) {
    int time = text.indexOf('T');
    return text.endsWith("Z")
        || (time > 0 && (text.indexOf('+', time) > 0 || text.indexOf('-', time) > 0));
  }

  /** Writes a moment in UTC with milliseconds; what is finer is cut off. */
  public static String format(Instant moment) {
    return MILLIS.format(moment.truncatedTo(ChronoUnit.MILLIS));
  }
}
