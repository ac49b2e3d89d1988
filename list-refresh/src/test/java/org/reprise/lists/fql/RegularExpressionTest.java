package org.reprise.lists.fql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegularExpressionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat",
        "^the",
        "end$",
        "a|b",
        "(a|b)+c?",
        "[a-z0-9]{2,4}",
        "[-_]",
        "[^-_]",
        "[_-]",
        "[a-z-]",
        "[^,;]*",
        "x{3}",
        "x{3,}",
        "a\\.b",
        "\\d+\\s\\w",
        "[\\]\\-\\^]",
        "ü.ß",
        "((((a))))",
        "a{0}",
        "a{0000}",
        "a{0001,0255}",
        "a{255,}"
      })
  void acceptsSafeExpressions(String expression) {
    assertThatCode(() -> RegularExpression.check(expression, "p")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*a",
        "a**",
        "a*?",
        "a++",
        "^*",
        "(a",
        "a)",
        "()",
        "a|",
        "|a",
        "(a|)",
        "[",
        "[]",
        "[^]",
        "[a",
        "[z-a]",
        "[[:alpha:]]",
        "\\",
        "\\1",
        "(a)\\1",
        "\\b",
        "\\y",
        "\\m",
        "(?=a)",
        "(?i)a",
        "***=a",
        "a{",
        "a{}",
        "a{,3}",
        "a{3,2}",
        "a{256}",
        "a{1}{2}",
        "{",
        "}",
        "]",
        "[\\d]",
        "(((a{100}){100}){100})",
        "((((((((((((a))))))))))))"
      })
  void refusesUnsafeAndInvalidExpressions(String expression) {
    assertThatThrownBy(() -> RegularExpression.check(expression, "p"))
        .isInstanceOf(InvalidQuery.class)
        .hasMessageStartingWith("p: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a{256}", "a{1000}", "a{1,256}", "a{1000,}", "a{99999999999999999999}"})
  void namesBoundOfRepetitions(String expression) {
    assertThatThrownBy(() -> RegularExpression.check(expression, "p"))
        .hasMessageEndingWith("of at most 255");
  }
}
