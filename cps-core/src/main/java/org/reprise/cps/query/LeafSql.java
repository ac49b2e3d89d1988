package org.reprise.cps.query;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * Tests of leafs as conditions on a fragment's attributes.
 *
 * <p>64-bit numbers and decimals are texts in JSON (RFC 7951, section 6.1), so a value counts as a
 * number where it looks like one. A number in the path compares as a number. A quoted text compares
 * as a text, but with {@code < > <= >=} as a number where both sides are one.
 */
final class LeafSql {
  // With more digits than any YANG type has; a text of thousands of them is too long for
  // PostgreSQL's numeric, and the statement would fail.
  private static final String NUMBER = "^[+-]?[0-9]{1,100}([.][0-9]{1,100})?$";

  private LeafSql() {}

  /** Returns the condition on a fragment, whose row the statement names. */
  static Sql condition(String row, LeafTest test) {
    return switch (test) {
      case LeafTest.All(List<LeafTest> tests) -> joined(row, tests, " and ", "true");
      case LeafTest.Any(List<LeafTest> tests) -> joined(row, tests, " or ", "false");
      case LeafTest.Present(SchemaNode leaf) ->
          // A leaf-list without values is not there.
          Sql.of("%s.attributes -> ? <> '[]'".formatted(row), leaf.name());
      case LeafTest.Compares(SchemaNode leaf, Operator operator, Literal literal) ->
          ofValue(row, leaf, value -> compares(value, operator, literal));
      case LeafTest.Contains(SchemaNode leaf, String text) ->
          ofValue(
              row, leaf, value -> Sql.concat(Sql.of("strpos("), value, Sql.of(", ?) > 0", text)));
    };
  }

  private static Sql joined(String row, List<LeafTest> tests, String separator, String ofNone) {
    return tests.isEmpty()
        ? Sql.of(ofNone)
        : Sql.concat(
            Sql.of("("),
            Sql.join(separator, tests.stream().map(test -> condition(row, test)).toList()),
            Sql.of(")"));
  }

  // A leaf-list passes when one of its values does, as in XPath.
  private static Sql ofValue(String row, SchemaNode leaf, UnaryOperator<Sql> condition) {
    if (leaf.kind() != Kind.LEAF_LIST) {
      return condition.apply(Sql.of("(%s.attributes ->> ?)".formatted(row), leaf.name()));
    }
    return Sql.concat(
        Sql.of(
            "exists (select 1 from jsonb_array_elements_text(%s.attributes -> ?) as v (value) where "
                .formatted(row),
            leaf.name()),
        condition.apply(Sql.of("v.value")),
        Sql.of(")"));
  }

  private static Sql compares(Sql value, Operator operator, Literal literal) {
    boolean ordering = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
    return switch (literal) {
      case Literal.Numeric(var number) ->
          // What is no number differs from every number.
          numeric(
              value,
              operator,
              number,
              operator == Operator.NOT_EQUAL
                  ? Sql.concat(value, Sql.of(" is not null"))
                  : Sql.of("false"));
      case Literal.Text(String text) when ordering && text.matches(NUMBER) ->
          numeric(value, operator, new BigDecimal(text), text(value, operator, text));
      case Literal.Text(String text) -> text(value, operator, text);
      case Literal.Bool bool -> text(value, operator, bool.asText());
    };
  }

  private static Sql numeric(Sql value, Operator operator, BigDecimal number, Sql ofOthers) {
    return Sql.concat(
        Sql.of("case when "),
        value,
        Sql.of(" ~ '" + NUMBER + "' then "),
        value,
        Sql.of("::numeric " + operator.symbol() + " ? else ", number),
        ofOthers,
        Sql.of(" end"));
  }

  private static Sql text(Sql value, Operator operator, String text) {
    return Sql.concat(value, Sql.of(" collate \"C\" " + operator.symbol() + " ?", text));
  }
}
