package org.reprise.cps.web;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidRequest;

/** The parameter with which a client says when it observed a change. */
public final class ObservedTimestamp {
  private static final String FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSZ";
  private static final DateTimeFormatter FORMATTER =
      DateTimeFormatter.ofPattern(FORMAT.replace("yyyy", "uuuu"))
          .withResolverStyle(ResolverStyle.STRICT);

  private static final ScopedValue<String> OBSERVED = ScopedValue.newInstance();

  private ObservedTimestamp() {}

  /** Makes a change observed at a time; throws InvalidRequest for another format. */
  public static void during(@Nullable String parameter, Runnable change) {
    if (parameter == null || parameter.isEmpty()) {
      change.run();
      return;
    }
    try {
      OffsetDateTime.parse(parameter, FORMATTER);
    } catch (DateTimeException e) {
      throw new InvalidRequest(
          "observed-timestamp must be in '%s' format, was '%s'.".formatted(FORMAT, parameter));
    }
    ScopedValue.where(OBSERVED, parameter).run(change);
  }

  /** Returns when the current change was observed; without the parameter, that is now. */
  public static String current() {
    return OBSERVED.isBound()
        ? OBSERVED.get()
        : OffsetDateTime.now(ZoneOffset.UTC).format(FORMATTER);
  }
}
