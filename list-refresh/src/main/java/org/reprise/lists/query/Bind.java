package org.reprise.lists.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** A value that a statement gets beside its text. */
public sealed interface Bind {
  /** One value, of a Java type that JDBC 4.2 maps. */
  record One(Object value) implements Bind {
    public One {
      boolean mapped =
          switch (Objects.requireNonNull(value)) {
            case String _, Short _, Long _, Boolean _, UUID _, OffsetDateTime _ -> true;
            default -> false;
          };
      if (!mapped) {
        throw new IllegalArgumentException(value.getClass() + " cannot be bound");
      }
    }
  }

  /**
   * An array.
   *
   * @param type PostgreSQL's name of the elements' type
   * @param values the elements
   */
  record Many(String type, List<?> values) implements Bind {
    public Many {
      Objects.requireNonNull(type);
      values = List.copyOf(values);
    }
  }

  /** Gives it to a statement, at a place that counts from one. */
  default void set(Connection connection, PreparedStatement statement, int place)
      throws SQLException {
    switch (this) {
      case One one -> statement.setObject(place, one.value());
      case Many many ->
          statement.setArray(place, connection.createArrayOf(many.type(), many.values().toArray()));
    }
  }
}
