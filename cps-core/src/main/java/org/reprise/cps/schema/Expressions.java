package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yangtools.yang.ir.IRStatement;

/** Bounds a module's expressions: their parser calls itself for brackets and operators. */
final class Expressions {
  private static final Set<String> KEYWORDS = Set.of("must", "when", "path", "if-feature");
  private static final int MAX_BRACKET_DEPTH = 100;
  private static final int MAX_TOKENS = 1_000;
  // Names and numbers, texts, and signs.
  private static final Pattern TOKEN = Pattern.compile("[\\w.:]+|'[^']*'|\"[^\"]*\"|\\S");

  private Expressions() {}

  /** Throws InvalidYang for an expression that is too long or has too many brackets in brackets. */
  static void check(String file, IRStatement statement) {
    if (KEYWORDS.contains(keyword(statement))) {
      check(file, statement, argument(statement));
    }
    statement.statements().forEach(child -> check(file, child));
  }

  private static void check(String file, IRStatement statement, String expression) {
    int tokens = 0;
    int brackets = 0;
    Matcher token = TOKEN.matcher(expression);
    while (token.find()) {
      tokens++;
      switch (token.group()) {
        case "(", "[" -> brackets++;
        case ")", "]" -> brackets--;
        default -> {}
      }
      if (brackets > MAX_BRACKET_DEPTH || tokens > MAX_TOKENS) {
        throw new InvalidYang(
            "%s:%d:%d: The expression of this %s has more than %d names and signs, or nests deeper than %d brackets."
                .formatted(
                    file,
                    statement.startLine(),
                    statement.startColumn() + 1,
                    keyword(statement),
                    MAX_TOKENS,
                    MAX_BRACKET_DEPTH));
      }
    }
  }
}
