package org.reprise.oslc.query;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.reprise.oslc.refusal.Refusal;

/**
 * One condition of {@code oslc.where}.
 *
 * @param property its URI
 * @param operator as it is written, or {@code in}, or {@link #NESTED}
 * @param values to compare with; one, but for {@code in}; none of a nested condition
 * @param nested what must hold for one and the same thing that the property points at
 */
public record Term(String property, String operator, List<Value> values, List<Term> nested) {
  /** The operator of {@code property{…}}. */
  public static final String NESTED = "{}";

  // A time without a zone, which xsd:dateTime allows, is one of UTC.
  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .parseDefaulting(ChronoField.OFFSET_SECONDS, ZoneOffset.UTC.getTotalSeconds())
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);

  public Term {
    values = List.copyOf(values);
    nested = List.copyOf(nested);
    if (operator.equals(NESTED) == nested.isEmpty()) {
      throw new IllegalArgumentException("a nested condition, and no other, has further ones");
    }
  }

  public Term(String property, String operator, List<Value> values) {
    this(property, operator, values, List.of());
  }

  /** A value that a property is compared with. */
  public sealed interface Value {
    String text();
  }

  public record Uri(String text) implements Value {}

  /** A string, a number or a truth value. */
  public record Literal(String text) implements Value {}

  /**
   * A value as a time: {@code xsd:dateTime}, of UTC where it names no zone (OSLC Query 3.0, Table
   * 7).
   *
   * @throws Refusal 400 if it is none of the years from 1 to 9999, which a database compares with
   */
  public OffsetDateTime time(Value value) {
    if (value instanceof Literal) {
      try {
        OffsetDateTime time = OffsetDateTime.parse(value.text(), DATE_TIME);
        if (time.getYear() >= 1 && time.getYear() <= 9999) {
          return time;
        }
      } catch (DateTimeException e) {
        // Rejected below.
      }
    }
    throw Refusal.invalid(
        "oslc.where: <%s> is compared with a time as \"2026-11-23T05:00:00Z\"^^xsd:dateTime."
            .formatted(property));
  }
}
