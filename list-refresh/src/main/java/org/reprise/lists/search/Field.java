package org.reprise.lists.search;

import java.util.UUID;
import java.util.function.BiFunction;
import org.reprise.lists.row.Uuids;

/** A field that a query may name: the column behind it, and how it is compared. */
public final class Field {
  private final String column;
  private final BiFunction<CqlTerm, String, Condition> comparison;

  /** A part of a where clause, and the value that is bound in it. */
  record Condition(String sql, Object value) {}

  private Field(String column, BiFunction<CqlTerm, String, Condition> comparison) {
    this.column = column;
    this.comparison = comparison;
  }

  /** A text, compared without regard to case, as FOLIO's storage modules do. */
  public static Field text(String column) {
    return new Field("lower(%s)".formatted(column), Field::text);
  }

  private static Condition text(CqlTerm term, String column) {
    return term.prefix()
        ? new Condition("%s like lower(:value)".formatted(column), pattern(term.value()))
        : new Condition("%s = lower(:value)".formatted(column), term.value());
  }

  /** A text of a fixed set, such as a status, compared as it is written. */
  public static Field name(String column) {
    return new Field(column, Field::name);
  }

  private static Condition name(CqlTerm term, String column) {
    return term.prefix()
        ? new Condition("%s like :value".formatted(column), pattern(term.value()))
        : new Condition("%s = :value".formatted(column), term.value());
  }

  public static Field id(String column) {
    return new Field(column, Field::id);
  }

  private static Condition id(CqlTerm term, String column) {
    UUID id = Uuids.parse(term.value());
    if (id == null || term.prefix()) {
      throw new InvalidCql(
          term.position(), "'%s' is compared with a whole UUID".formatted(term.field()));
    }
    return new Condition("%s = :value".formatted(column), id);
  }

  /** Yes or no. */
  public static Field flag(String column) {
    return new Field(column, Field::flag);
  }

  private static Condition flag(CqlTerm term, String column) {
    boolean value = term.value().equals("true");
    if (term.prefix() || (!value && !term.value().equals("false"))) {
      throw new InvalidCql(
          term.position(), "'%s' is compared with true or false".formatted(term.field()));
    }
    return new Condition("%s = :value".formatted(column), value);
  }

  private static String pattern(String start) {
    return start.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }

  Condition condition(CqlTerm term) {
    return comparison.apply(term, column);
  }
}
