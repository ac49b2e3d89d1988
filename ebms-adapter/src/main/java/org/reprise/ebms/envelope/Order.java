package org.reprise.ebms.envelope;

import java.util.List;

/** The order in which a schema has the children of an element: each once, but for the last few. */
final class Order {
  private final String path;
  private final List<String> names;
  private final String repeated;
  private int last = -1;

  Order(String path, List<String> names, String repeated) {
    this.path = path;
    this.names = names;
    this.repeated = repeated;
  }

  String next(String name) {
    int place = names.indexOf(name);
    boolean again = place == last && name.equals(repeated);
    if (place < 0 || (place <= last && !again)) {
      throw ErrorCode.OTHER_XML.refusal(
          path,
          place < 0
              ? "%s is not expected here".formatted(name)
              : "%s is there twice or too late".formatted(name));
    }
    last = place;
    return name;
  }
}
