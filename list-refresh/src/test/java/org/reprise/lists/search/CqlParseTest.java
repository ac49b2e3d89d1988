package org.reprise.lists.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CqlParseTest {
  @Test
  void readsQueriesOfServiceDesks() {
    assertThat(CqlParse.terms("(userId==17 and status.name==Open)"))
        .containsExactly(
            new CqlTerm("userId", 2, "17", false), new CqlTerm("status.name", 17, "Open", false));
  }

  @Test
  void readsBlanksQuotesAndParentheses() {
    assertThat(CqlParse.terms(" ( ( a == \"x y\" ) AND(b==\"1) and c==2\"))and d==z "))
        .extracting(CqlTerm::field, CqlTerm::value)
        .containsExactly(tuple("a", "x y"), tuple("b", "1) and c==2"), tuple("d", "z"));
  }

  @Test
  void readsWildcardsAndEscapes() {
    assertThat(CqlParse.terms("a==\"Open*\" and b==c\\* and d==\"q\\\"\\\\\""))
        .extracting(CqlTerm::value, CqlTerm::prefix)
        .containsExactly(tuple("Open", true), tuple("c*", false), tuple("q\"\\", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "cql.allRecords=1", "(cql.allRecords==1)"})
  void allRecordsNeedsNoComparison(String query) {
    assertThat(CqlParse.terms(query)).isEqualTo(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "a | 2 | '==' was expected",
        "a=b | 2 | '==' was expected",
        "a<>b | 2 | '==' was expected",
        "==b | 1 | field's name",
        "a== | 4 | value",
        "a==(b) | 4 | value",
        "a==b or c==d | 6 | 'or'",
        "a==b not c==d | 6 | 'not'",
        "a==b and | 9 | field's name",
        "a==b sortBy c | 6 | 'sortBy'",
        "(a==b | 6 | ')' is missing",
        "a==b) | 5 | ')'",
        "a==\"b | 4 | quotes",
        "a==\"b\\ | 4 | quotes",
        "a==*b | 4 | '*'",
        "a==b?c | 5 | '?'",
        "a==\"b^\" | 6 | '^'",
        "cql.allRecords=0 | 16 | can only be 1",
      })
  void refusesInvalidQueriesWithTheirPlace(String query, int position, String reason) {
    assertThatThrownBy(() -> CqlParse.terms(query.strip()))
        .isInstanceOfSatisfying(
            InvalidCql.class,
            wrong -> {
              assertThat(wrong.position()).as(wrong.getMessage()).isEqualTo(position);
              assertThat(wrong).hasMessageContaining(reason).hasMessageContaining("character");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 100_000})
  void limitsLengthAndDepth(int times) {
    String deep = "(".repeat(times + 1) + "a==b" + ")".repeat(times + 1);
    assertThatThrownBy(() -> CqlParse.terms(deep)).isInstanceOf(InvalidCql.class);
    String wide = "a==b" + " and a==b".repeat(times);
    assertThatThrownBy(() -> CqlParse.terms(wide)).isInstanceOf(InvalidCql.class);
  }

  @Test
  void refusesControlCharacters() {
    assertThatThrownBy(() -> CqlParse.terms("a==\"b\0\""))
        .isInstanceOf(InvalidCql.class)
        .hasMessageContaining("control");
  }
}
