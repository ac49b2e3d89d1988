package org.reprise.ebms.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters of a statement, some of which may be null. */
final class Values {
  private Values() {}

  static List<@Nullable Object> of(@Nullable Object... values) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(value);
    }
    return list;
  }
}
