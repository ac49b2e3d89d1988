package org.reprise.cps.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.path.CpsPath.Axis;
import org.reprise.cps.path.CpsPath.Condition;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.path.CpsPath.Step;

class CpsPathTest {
  private static Condition condition(String text) {
    CpsPath path = CpsPath.parse("//x[" + text + "]");
    assertThat(path.steps()).hasSize(1);
    assertThat(path.steps().getFirst().conditions()).hasSize(1);
    return path.steps().getFirst().conditions().getFirst();
  }

  private static Condition equal(String leaf, String text) {
    return new Condition.Comparison(leaf, Operator.EQUAL, new Literal.Text(text));
  }

  @Test
  void readsStepsAndTheirAxes() {
    CpsPath path = CpsPath.parse("/a//b-1.x_y/m:c");

    assertThat(path)
        .isEqualTo(
            new CpsPath(
                List.of(
                    new Step(Axis.CHILD, "a", List.of()),
                    new Step(Axis.DESCENDANT, "b-1.x_y", List.of()),
                    new Step(Axis.CHILD, "m:c", List.of())),
                List.of(),
                null));
  }

  @Test
  void readsAnAncestorWithItsOwnConditions() {
    CpsPath path = CpsPath.parse("//book/ancestor::room[@number='1']/shelves");

    assertThat(path.steps()).containsExactly(new Step(Axis.DESCENDANT, "book", List.of()));
    assertThat(path.ancestor())
        .containsExactly(
            new Step(Axis.DESCENDANT, "room", List.of(equal("number", "1"))),
            new Step(Axis.CHILD, "shelves", List.of()));
  }

  @Test
  void readsTheLeafAtTheEnd() {
    CpsPath path = CpsPath.parse("/a/b[@k='/@no']/@m:leaf");

    assertThat(path.leaf()).isEqualTo("m:leaf");
    assertThat(path.steps()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"=,EQUAL", "!=,NOT_EQUAL", "<,LESS", ">,GREATER", "<=,AT_MOST", ">=,AT_LEAST"})
  void readsEveryOperatorWithAndWithoutBlanks(String symbol, Operator operator) {
    Condition expected =
        new Condition.Comparison("n", operator, new Literal.Numeric(new BigDecimal("5")));

    assertThat(condition("@n" + symbol + "5")).isEqualTo(expected);
    assertThat(condition(" @n  " + symbol + "  5 ")).isEqualTo(expected);
    assertThat(operator.symbol()).isEqualTo(symbol);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-17", "18446744073709551615", "-0.125", "3.1400"})
  void readsNumbersExactly(String number) {
    assertThat(condition("@n=" + number))
        .isEqualTo(
            new Condition.Comparison(
                "n", Operator.EQUAL, new Literal.Numeric(new BigDecimal(number))));
  }

  @Test
  void readsBooleansWithAndWithoutParentheses() {
    Condition yes = new Condition.Comparison("b", Operator.EQUAL, new Literal.Bool(true));
    Condition no = new Condition.Comparison("b", Operator.NOT_EQUAL, new Literal.Bool(false));

    assertThat(condition("@b=true")).isEqualTo(yes);
    assertThat(condition("@b=true()")).isEqualTo(yes);
    assertThat(condition("@b!=false")).isEqualTo(no);
    assertThat(condition("@b!=false()")).isEqualTo(no);
  }

  @Test
  void readsQuotesWithinQuotes() {
    assertThat(condition("@t='say \"it''s\" [/]'")).isEqualTo(equal("t", "say \"it's\" [/]"));
    assertThat(condition("@t=\"it's \"\"here\"\"\"")).isEqualTo(equal("t", "it's \"here\""));
    assertThat(condition("@t=''")).isEqualTo(equal("t", ""));
  }

  @Test
  void andPrecedesOrAndParenthesesPrecedeBoth() {
    Condition a = equal("a", "1");
    Condition b = equal("b", "2");
    Condition c = equal("c", "3");

    assertThat(condition("@a='1' or @b='2' and @c='3'"))
        .isEqualTo(new Condition.Or(List.of(a, new Condition.And(List.of(b, c)))));
    assertThat(condition("(@a='1' or @b='2') and @c='3'"))
        .isEqualTo(new Condition.And(List.of(new Condition.Or(List.of(a, b)), c)));
    assertThat(condition("((@a='1'))")).isEqualTo(a);
  }

  @Test
  void readsTextAndContains() {
    assertThat(condition("text()='v'"))
        .isEqualTo(new Condition.Comparison("", Operator.EQUAL, new Literal.Text("v")));
    assertThat(condition("contains(text(),'v')")).isEqualTo(new Condition.Contains("", "v"));
    assertThat(condition("contains( @t , \"and [or]\" )"))
        .isEqualTo(new Condition.Contains("t", "and [or]"));
  }

  @Test
  void passesSpaceBetweenTokens() {
    assertThat(CpsPath.parse("/ a\t/ b [\n@k\r= 'x y' ] / @ leaf"))
        .isEqualTo(CpsPath.parse("/a/b[@k='x y']/@leaf"));
    assertThat(CpsPath.parse("//\tb / ancestor :: a")).isEqualTo(CpsPath.parse("//b/ancestor::a"));
    assertThat(condition("text ( )\t= 5\n")).isEqualTo(condition("text()=5"));
    assertThat(condition("@a=' \t'")).isEqualTo(equal("a", " \t"));
  }

  @Test
  void severalPredicatesMustAllHold() {
    assertThat(CpsPath.parse("/a[@x='1'][@y='2']").steps().getFirst().conditions())
        .containsExactly(equal("x", "1"), equal("y", "2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|names no node",
        "/|expected a name at position 2",
        "a|expected '/' at position 1",
        "/a/|expected a name at position 4",
        "/a///b|expected a name at position 5",
        "/a[|expected '@' at position 4",
        "/a[]|expected '@' at position 4",
        "/a[@]|expected a name at position 5",
        "/a[@b]|expected one of = != < > <= >= at position 6",
        "/a[@b==1]|expected a quoted text, a number, true() or false() at position 7",
        "/a[@b=]|expected a quoted text, a number, true() or false() at position 7",
        "/a[@b='x]|the quote is not closed at position 7",
        "/a[@b='x'|expected ']' at position 10",
        "/a[@b='x' @c='y']|expected ']' at position 11",
        "/a[@b='x' and]|expected '@' at position 14",
        "/a[(@b='x']|expected ')' at position 11",
        "/a[@b>true()]|true() and false() can only be compared with = and != at position 7",
        "/a[@b=1E999999999]|expected a quoted text, a number, true() or false() at position 7",
        "/a[@b=0x10]|expected a quoted text, a number, true() or false() at position 7",
        "/a[contains(@b)]|expected ',' at position 15",
        "/a[contains(@b,5)]|expected a quoted text at position 16",
        "/a[text()>'5']|expected '=' at position 10",
        "/a/@|expected a name at position 5",
        "/a/@b/c|nothing may follow the last part at position 6",
        "/@b|names no node",
        "/ancestor::a|names no node",
        "/a/ancestor::|expected a name at position 14",
        "/a;drop table|expected '/' at position 3"
      })
  void errorsNameFaultAndPosition(String path, String reason) {
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> CpsPath.parse(path))
        .satisfies(
            thrown -> assertThat(thrown.details()).startsWith("'" + path + "': ").contains(reason));
  }

  @Test
  void acceptsFiftyNestedParenthesesAndNoMore() {
    assertThat(condition("(".repeat(50) + "@a='1'" + ")".repeat(50))).isEqualTo(equal("a", "1"));
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> condition("(".repeat(51) + "@a='1'" + ")".repeat(51)))
        .satisfies(t -> assertThat(t.details()).contains("more than 50 nested brackets"));
    assertThatExceptionOfType(InvalidCpsPath.class).isThrownBy(() -> condition("(".repeat(15_000)));
  }

  @Test
  void refusesTooLongPathsAndShowsTheirBeginning() {
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> CpsPath.parse("/" + "a".repeat(20_000)))
        .satisfies(t -> assertThat(t.details()).contains("longer than 20000").hasSizeLessThan(600));
  }

  @Test
  void refusesNullCharacter() {
    assertThatExceptionOfType(InvalidCpsPath.class)
        .isThrownBy(() -> CpsPath.parse("/a[@b='x\0y']"))
        .satisfies(t -> assertThat(t.details()).contains("U+0000 at position 9"));
  }
}
