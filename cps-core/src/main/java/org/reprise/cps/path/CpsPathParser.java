package org.reprise.cps.path;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.reprise.cps.path.CpsPath.Axis;
import org.reprise.cps.path.CpsPath.Condition;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.path.CpsPath.Step;

/** A recursive-descent reader of cps-path: one method a rule, one character of look-ahead. */
final class CpsPathParser {
  /** Deeper brackets would only exhaust the stack. */
  private static final int MAX_BRACKET_DEPTH = 50;

  private static final int MAX_LENGTH = 20_000;

  private static final String BLANKS = " \t\r\n";

  // PostgreSQL's numbers have up to 16,383 decimals.
  private static final Pattern NUMBER = Pattern.compile("[+-]?(?=\\.?\\d)\\d*(\\.\\d{0,99})?");

  private final String path;
  private int at;
  private int brackets;

  CpsPathParser(String path) {
    this.path = path.strip();
  }

  CpsPath parse() {
    if (path.length() > MAX_LENGTH) {
      throw invalid("longer than " + MAX_LENGTH + " characters");
    }
    if (path.indexOf('\0') >= 0) {
      throw invalidAt(path.indexOf('\0'), "no text of YANG holds the character U+0000");
    }
    List<Step> steps = new ArrayList<>();
    List<Step> ancestor = List.of();
    String leaf = null;
    while (at < path.length()) {
      if (ancestor.isEmpty() && passes("/", "ancestor", "::")) {
        ancestor = ancestorSteps();
        continue;
      }
      if (passes("/", "@")) {
        leaf = name();
        break;
      }
      if (!ancestor.isEmpty()) {
        break;
      }
      steps.add(step(axis()));
    }
    if (at < path.length()) {
      throw invalid("nothing may follow the last part");
    }
    if (steps.isEmpty()) {
      throw invalid("names no node");
    }
    return new CpsPath(steps, ancestor, leaf);
  }

  private List<Step> ancestorSteps() {
    List<Step> steps = new ArrayList<>();
    steps.add(step(Axis.DESCENDANT));
    while (at < path.length() && !looking("/", "@") && !looking("/", "ancestor", "::")) {
      steps.add(step(axis()));
    }
    return steps;
  }

  private Axis axis() {
    if (passes("//")) {
      return Axis.DESCENDANT;
    }
    if (passes("/")) {
      return Axis.CHILD;
    }
    throw invalid("expected '/'");
  }

  private Step step(Axis axis) {
    String name = name();
    List<Condition> conditions = new ArrayList<>();
    while (passes("[")) {
      conditions.add(either());
      expect("]");
    }
    return new Step(axis, name, conditions);
  }

  private String name() {
    blanks();
    int start = at;
    while (at < path.length() && isNameCharacter(path.charAt(at))) {
      at++;
    }
    if (at == start || ".-".indexOf(path.charAt(start)) >= 0) {
      at = start;
      throw invalid("expected a name");
    }
    return path.substring(start, at);
  }

  // RFC 7950, section 6.2: identifiers; the colon separates a module's prefix.
  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == ':';
  }

  private Condition either() {
    List<Condition> any = new ArrayList<>();
    do {
      any.add(both());
    } while (word("or"));
    return any.size() == 1 ? any.getFirst() : new Condition.Or(any);
  }

  private Condition both() {
    List<Condition> all = new ArrayList<>();
    do {
      all.add(single());
    } while (word("and"));
    return all.size() == 1 ? all.getFirst() : new Condition.And(all);
  }

  private Condition single() {
    blanks();
    if (passes("(")) {
      if (++brackets > MAX_BRACKET_DEPTH) {
        throw invalid("more than " + MAX_BRACKET_DEPTH + " nested brackets");
      }
      Condition inner = either();
      expect(")");
      brackets--;
      return inner;
    }
    if (passes("contains")) {
      return contains();
    }
    if (passes("text", "(", ")")) {
      expect("=");
      return new Condition.Comparison("", Operator.EQUAL, literal());
    }
    expect("@");
    String leaf = name();
    Operator operator = operator();
    int start = at;
    Literal literal = literal();
    boolean ordering = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
    if (ordering && literal instanceof Literal.Bool) {
      throw invalidAt(start, "true() and false() can only be compared with = and !=");
    }
    return new Condition.Comparison(leaf, operator, literal);
  }

  private Condition contains() {
    expect("(");
    String leaf = "";
    if (!passes("text", "(", ")")) {
      expect("@");
      leaf = name();
    }
    expect(",");
    blanks();
    String text = quoted();
    expect(")");
    return new Condition.Contains(leaf, text);
  }

  private Operator operator() {
    blanks();
    for (Operator operator : Operator.values()) {
      if (passes(operator.symbol())) {
        return operator;
      }
    }
    throw invalid("expected one of = != < > <= >=");
  }

  private Literal literal() {
    blanks();
    if (at < path.length() && (path.charAt(at) == '\'' || path.charAt(at) == '"')) {
      return new Literal.Text(quoted());
    }
    int start = at;
    while (at < path.length() && (BLANKS + "])").indexOf(path.charAt(at)) < 0) {
      at++;
    }
    String bare = path.substring(start, at);
    if (bare.equals("true") || bare.equals("false")) {
      return new Literal.Bool(bare.equals("true"));
    }
    if (bare.equals("true(") || bare.equals("false(")) {
      expect(")");
      return new Literal.Bool(bare.equals("true("));
    }
    // XPath's numbers have no exponents; one would make a few characters a number of any length.
    if (!NUMBER.matcher(bare).matches()) {
      throw invalidAt(start, "expected a quoted text, a number, true() or false()");
    }
    return new Literal.Numeric(new BigDecimal(bare));
  }

  /** A quote is written twice inside its own kind of quotes, as in XPath 2.0. */
  private String quoted() {
    char quote = at < path.length() ? path.charAt(at) : 0;
    if (quote != '\'' && quote != '"') {
      throw invalid("expected a quoted text");
    }
    int start = at++;
    StringBuilder text = new StringBuilder();
    while (at < path.length()) {
      char c = path.charAt(at++);
      if (c != quote) {
        text.append(c);
      } else if (at < path.length() && path.charAt(at) == quote) {
        text.append(c);
        at++;
      } else {
        return text.toString();
      }
    }
    throw invalidAt(start, "the quote is not closed");
  }

  /** Whether the word stands here; passes it when so. */
  private boolean word(String word) {
    int before = at;
    if (passes(word) && at < path.length() && !isNameCharacter(path.charAt(at))) {
      return true;
    }
    at = before;
    return false;
  }

  private void expect(String symbol) {
    blanks();
    if (!passes(symbol)) {
      throw invalid("expected '" + symbol + "'");
    }
  }

  private boolean looking(String... tokens) {
    int before = at;
    boolean found = passes(tokens);
    at = before;
    return found;
  }

  /** Passes tokens and the space before each; returns false, and stays, where others stand here. */
  private boolean passes(String... tokens) {
    int before = at;
    for (String token : tokens) {
      blanks();
      if (!path.startsWith(token, at)) {
        at = before;
        return false;
      }
      at += token.length();
    }
    return true;
  }

  private void blanks() {
    while (at < path.length() && BLANKS.indexOf(path.charAt(at)) >= 0) {
      at++;
    }
  }

  private InvalidCpsPath invalid(String reason) {
    return invalidAt(at, reason);
  }

  private InvalidCpsPath invalidAt(int position, String reason) {
    return new InvalidCpsPath(path, reason + " at position " + (position + 1));
  }
}
