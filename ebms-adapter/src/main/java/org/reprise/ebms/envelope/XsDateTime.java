package org.reprise.ebms.envelope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The type {@code xs:dateTime} (XML Schema part 2, section 3.2.7). */
public final class XsDateTime {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private XsDateTime() {}

  /** Reads a moment; one without a time zone is taken as UTC (ebMS 2.0, section 3.1.6.2). */
  public static Optional<Instant> parse(String text) {
    String stripped = text.strip();
    try {
      return Optional.of(
          hasZone(stripped)
              ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(stripped, Instant::from)
              : LocalDateTime.parse(stripped).toInstant(ZoneOffset.UTC));
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
