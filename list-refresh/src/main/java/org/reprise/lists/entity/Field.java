package org.reprise.lists.entity;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A field of an entity type.
 *
 * @param name what FQL calls it, unique in the entity type
 * @param label what people call it
 * @param source the alias of the source that has it
 * @param required whether every entity has a value
 * @param visibleByDefault whether a list shows it where nobody chose fields
 * @param values all values that there can be, in the only way they are written; empty where the
 *     field is open
 * @param operators the operators that it may be queried with; all of its type where none are given
 */
public record Field(
    String name,
    String label,
    DataType type,
    String source,
    String column,
    boolean required,
    boolean visibleByDefault,
    List<String> values,
    List<Operator> operators) {

  public Field {
    Identifier.check("Field", name);
    Objects.requireNonNull(label, () -> "Field '" + name + "' has no label");
    Objects.requireNonNull(type, () -> "Field '" + name + "' has no type");
    Identifier.check("Source", source);
    Identifier.check("Column", column);
    values = List.copyOf(Objects.requireNonNullElse(values, List.<String>of()));
    operators = List.copyOf(Objects.requireNonNullElse(operators, type.operators()));
    if (!values.isEmpty() && type != DataType.STRING) {
      throw new IllegalArgumentException("Field '" + name + "' has values and is no string");
    }
    if (values.size() != new LinkedHashSet<>(values.stream().map(Field::fold).toList()).size()) {
      throw new IllegalArgumentException("Field '" + name + "' has a value twice");
    }
    for (Operator operator : operators) {
      if (!type.operators().contains(operator)) {
        throw new IllegalArgumentException(
            "Field '%s' cannot have %s: its type is %s"
                .formatted(name, operator.symbol(), type.label()));
      }
    }
  }

  /** Whether {@link #values()} are all that there can be. */
  public boolean isClosed() {
    return !values.isEmpty();
  }

  /** One of {@link #values()} as it is stored, found without regard to case. */
  public Optional<String> stored(String value) {
    String folded = fold(value);
    return values.stream().filter(known -> fold(known).equals(folded)).findFirst();
  }

  /** Those of {@link #values()} that have a text in them, without regard to case. */
  public List<String> valuesWith(String text) {
    return values.stream().filter(value -> fold(value).contains(fold(text))).toList();
  }

  // Code point by code point, without regard to language or place, as PostgreSQL does it.
  private static String fold(String text) {
    return text.codePoints()
        .map(Character::toLowerCase)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
