package org.reprise.cps.web;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import org.jspecify.annotations.Nullable;

/** When a client saw the change that it sends. It is checked; change events will carry it. */
public final class ObservedTimestamp {
  private static final String FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSZ";
  private static final DateTimeFormatter FORMATTER =
      DateTimeFormatter.ofPattern(FORMAT.replace("yyyy", "uuuu"))
          .withResolverStyle(ResolverStyle.STRICT);

  private ObservedTimestamp() {}

  /**
   * Checks the parameter.
   *
   * @throws InvalidParameter when it is there and not of the format
   */
  public static void check(@Nullable String parameter) {
    if (parameter != null && !parameter.isEmpty()) {
      try {
        OffsetDateTime.parse(parameter, FORMATTER);
      } catch (DateTimeException e) {
        throw new InvalidParameter(
            "observed-timestamp must be in '%s' format, was '%s'.".formatted(FORMAT, parameter));
      }
    }
  }
}
