package org.reprise.lists.query;

import java.time.ZoneOffset;
import java.util.List;
import org.reprise.lists.fql.Value;

/** Turns values of a query into what is bound. */
final class Binds {
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
          case Value.Moment _, Value.Day _ -> "timestamptz";
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
      case Value.Day day -> day.day().atStartOfDay().atOffset(ZoneOffset.UTC);
    };
  }
}
