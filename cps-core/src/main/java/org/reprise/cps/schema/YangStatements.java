package org.reprise.cps.schema;

import java.text.ParseException;
import java.util.stream.Stream;
import org.opendaylight.yangtools.yang.ir.IRStatement;
import org.opendaylight.yangtools.yang.ir.StringEscaping;

/** Statements as they are read, before yangtools knows what they mean. */
final class YangStatements {
  private YangStatements() {}

  /** The keyword of YANG's own statements; empty for those of extensions. */
  static String keyword(IRStatement statement) {
    return statement.keyword().prefix() == null ? statement.keyword().identifier() : "";
  }

  /** The argument, backslashes read as in YANG 1, which takes more of them; empty without one. */
  static String argument(IRStatement statement) {
    try {
      return statement.argument() == null
          ? ""
          : statement.argument().asString(StringEscaping.RFC6020);
    } catch (ParseException e) {
      // Not a name; yangtools says what is wrong with it.
      return "";
    }
  }

  /** Returns those of YANG's own statements with a keyword that stand in another. */
  static Stream<IRStatement> within(IRStatement statement, String keyword) {
    return statement.statements().stream()
        .<IRStatement>map(child -> child)
        .filter(child -> keyword(child).equals(keyword));
  }
}
