package org.reprise.gc.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** A page that is put together piece by piece; what comes from elsewhere is escaped. */
final class Html {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final StringBuilder page = new StringBuilder(8_192);

  Html raw(String markup) {
    page.append(markup);
    return this;
  }

  /** Adds markup of our own, with values that are escaped. */
  Html add(String markup, @Nullable Object... values) {
    Object[] escaped = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      escaped[i] = escape(values[i]);
    }
    page.append(markup.formatted(escaped));
    return this;
  }

  static String escape(@Nullable Object value) {
    return value == null ? "" : HtmlUtils.htmlEscape(value.toString(), "UTF-8");
  }

  static String time(@Nullable Instant instant) {
    return instant == null ? "" : TIME.format(instant) + " UTC";
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
