package org.reprise.lists.query;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.reprise.lists.fql.Value;

/** Turns values of a query into what is bound. */
final class Binds {
  // PostgreSQL takes no sign before a year, which ISO 8601 wants before year 1 and after 9999.
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NEVER)
          .appendPattern("-MM-dd HH:mm:ss.SSSSSSxxx")
          .toFormatter(Locale.ROOT);

  private Binds() {}

  /** Of values of one kind: an array. */
  static Object many(List<Value> values) {
    Stream<Object> all = values.stream().map(Binds::one);
    return switch (values.getFirst()) {
      case Value.Text _, Value.Code _ -> all.toArray(String[]::new);
      case Value.Whole _ -> all.toArray(Long[]::new);
      case Value.Truth _ -> all.toArray(Boolean[]::new);
      case Value.Id _ -> all.toArray(UUID[]::new);
      case Value.Moment _, Value.Day _ ->
          throw new IllegalArgumentException("Dates of a list are conditions");
    };
  }

  /** Of one value; of a day its first moment. */
  static Object one(Value value) {
    return switch (value) {
      case Value.Moment moment -> moment.content().atOffset(ZoneOffset.UTC);
      case Value.Day day -> day.start();
      case Value.Text _, Value.Code _, Value.Whole _, Value.Truth _, Value.Id _ -> value.content();
    };
  }

  /** A time as PostgreSQL reads it, in whatever year. */
  static String text(OffsetDateTime time) {
    return TIME.format(time) + (time.getYear() > 0 ? "" : " BC");
  }
}
