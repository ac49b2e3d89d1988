package org.reprise.cps.web;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidRequest;

/** The parameter with which a client says when it observed a change. Only its format is checked. */
public final class ObservedTimestamp {
  private static final String FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSZ";
  private static final DateTimeFormatter FORMATTER =
      DateTimeFormatter.ofPattern(FORMAT.replace("yyyy", "uuuu"))
          .withResolverStyle(ResolverStyle.STRICT);

  private ObservedTimestamp() {}

  /**
   * Checks the parameter.
   *
   * @throws InvalidRequest when it is given in another format
   */
  public static void check(@Nullable String parameter) {
    if (parameter != null && !parameter.isEmpty()) {
      try {
        OffsetDateTime.parse(parameter, FORMATTER);
      } catch (DateTimeException e) {
        throw new InvalidRequest(
            "observed-timestamp must be in '%s' format, was '%s'.".formatted(FORMAT, parameter));
      }
    }
  }
}
