package org.reprise.lists.search;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Uuids;

/**
 * A field that a query may name.
 *
 * @param column what is compared, in SQL
 * @param parameter what it is compared with, with a place for the parameter
 * @param isMaskable whether a value may end with a mask
 * @param read returns what is bound for a text of a query; null where it is none
 * @param expected the accepted form, for errors
 */
public record Field(
    String column,
    String parameter,
    boolean isMaskable,
    Function<String, @Nullable Object> read,
    String expected) {
  static final UUID NO_ID = UUID.randomUUID();

  /** A text, compared without regard to case, as FOLIO's storage modules do. */
  public static Field text(String column) {
    return new Field("lower(%s)".formatted(column), "lower(%s)", true, text -> text, "a text");
  }

  /** A text of a fixed set, such as a status, compared as it is written. */
  public static Field name(String column) {
    return new Field(column, "%s", true, text -> text, "a text");
  }

  /** A UUID; other texts are no row's, as in FOLIO, whose desks look for one in many fields. */
  public static Field id(String column) {
    return new Field(
        column,
        "%s",
        false,
        text -> Objects.requireNonNullElse(Uuids.parse(text), NO_ID),
        "a whole UUID");
  }

  /** Returns the field to compare a prefix with: the text of an id, or this one. */
  Field masked() {
    return NO_ID.equals(read.apply("")) ? text(column + "::text") : this;
  }

  public static Field flag(String column) {
    return new Field(
        column,
        "%s",
        false,
        text -> text.matches("true|false") ? Boolean.valueOf(text) : null,
        "true or false");
  }

  public static Field time(String column) {
    return new Field(column, "%s", false, Field::instant, "a time such as 2026-11-22T10:00:00Z");
  }

  // PostgreSQL may not hold a time beyond these years, and knows no offset of 16 hours and more.
  private static @Nullable Object instant(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
      return time.getYear() > 0 && time.getYear() <= 9999 ? time : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  static String pattern(String start) {
    return start.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }
}
