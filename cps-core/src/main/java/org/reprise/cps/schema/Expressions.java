package org.reprise.cps.schema;

import static org.reprise.cps.schema.YangStatements.argument;
import static org.reprise.cps.schema.YangStatements.keyword;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yangtools.yang.ir.IRStatement;

/**
 * Bounds a module's expressions, whose parser calls itself for brackets and operators, and its
 * names: each node of the schema has those of its module besides its own.
 */
final class Expressions {
  private static final Set<String> NAMED =
      Set.of("module", "prefix", "namespace", "container", "list", "leaf", "leaf-list");
  private static final Set<String> EXPRESSIONS = Set.of("must", "when", "path", "if-feature");
  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_BRACKET_DEPTH = 100;
  private static final int MAX_TOKENS = 1_000;
  // Names and numbers, texts, and signs.
  private static final Pattern TOKEN = Pattern.compile("[\\w.:]+|'[^']*'|\"[^\"]*\"|\\S");

  private Expressions() {}

  /** Counts what expressions consist of; throws InvalidYang for too long or deep ones, or names. */
  static long check(String file, IRStatement statement) {
    String keyword = keyword(statement);
    long tokens = EXPRESSIONS.contains(keyword) ? tokens(argument(statement)) : 0;
    String reason =
        NAMED.contains(keyword) && argument(statement).length() > MAX_NAME_LENGTH
            ? "name of this %s has more than %d characters.".formatted(keyword, MAX_NAME_LENGTH)
            : tokens > MAX_TOKENS
                ? "expression of this %s has more than %d names and signs, or nests deeper than %d brackets."
                    .formatted(keyword, MAX_TOKENS, MAX_BRACKET_DEPTH)
                : "";
    if (!reason.isEmpty()) {
      throw new InvalidYang(
          "%s:%d:%d: The %s"
              .formatted(file, statement.startLine(), statement.startColumn() + 1, reason));
    }
    for (IRStatement child : statement.statements()) {
      tokens += check(file, child);
    }
    return tokens;
  }

  // More than the maximum where it is too long, or nests too deep.
  private static int tokens(String expression) {
    int tokens = 0;
    int brackets = 0;
    Matcher token = TOKEN.matcher(expression);
    while (token.find() && tokens <= MAX_TOKENS && brackets <= MAX_BRACKET_DEPTH) {
      tokens++;
      switch (token.group()) {
        case "(", "[" -> brackets++;
        case ")", "]" -> brackets--;
        default -> {}
      }
    }
    return brackets > MAX_BRACKET_DEPTH ? MAX_TOKENS + 1 : tokens;
  }
}
