package org.reprise.lists.query;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
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

  /** Of one value; of a day its first moment. */
  static Bind one(Value value) {
    return new Bind.One(plain(value));
  }

  /** Of values of one kind. */
  static Bind many(List<Value> values) {
    String type =
        switch (values.getFirst()) {
          case Value.Text _, Value.Code _ -> "text";
          case Value.Whole _ -> "int8";
          case Value.Truth _ -> "bool";
          case Value.Id _ -> "uuid";
          case Value.Moment _, Value.Day _ ->
              throw new IllegalArgumentException("Dates of a list are spans");
        };
    return new Bind.Many(type, values.stream().map(Binds::plain).toList());
  }

  private static Object plain(Value value) {
    return switch (value) {
      case Value.Text text -> text.text();
      case Value.Code code -> code.text();
      case Value.Whole whole -> whole.number();
      case Value.Truth truth -> truth.truth();
      case Value.Id id -> id.id();
      case Value.Moment moment -> moment.at().atOffset(ZoneOffset.UTC);
      case Value.Day day -> start(day.day());
    };
  }

  static OffsetDateTime start(LocalDate day) {
    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
  }

  /** A time as PostgreSQL reads it, in whatever year. */
  static String text(OffsetDateTime time) {
    return TIME.format(time) + (time.getYear() > 0 ? "" : " BC");
  }
}
