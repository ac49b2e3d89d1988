package org.reprise.lists.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.OffsetDateTime;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CqlParseTest {
  private static final Map<String, Field> FIELDS =
      Map.of(
          "a", Field.text("x.a"),
          "b", Field.name("x.b"),
          "id", Field.id("x.id"),
          "active", Field.flag("x.active"),
          "date", Field.time("x.date"));

  private static CqlParse.Query read(String query) {
    return CqlParse.read(query, FIELDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "a==X | lower(x.a) = lower(:value0)",
        "a=X | lower(x.a) = lower(:value0)",
        "b <> Closed | x.b <> :value0",
        "b >= \"M\" | x.b >= :value0",
        "b<\"M\" | x.b < :value0",
        "b==\"Open*\" | x.b like :value0",
        "b<>Open* | x.b not like :value0",
        "a=\"\" | lower(x.a) is not null",
        "(a==1 AND b==2) | (lower(x.a) = lower(:value0) and x.b = :value1)",
        "a==1 or b==2 and b==3 | "
            + "((lower(x.a) = lower(:value0) or x.b = :value1) and x.b = :value2)",
        "b==1 and (b==2 or b==3) | (x.b = :value0 and (x.b = :value1 or x.b = :value2))",
        "cql.allRecords=1 NOT b==2 | (true and (x.b = :value0) is not true)",
        "a==(1 or 2) | (lower(x.a) = lower(:value0) or lower(x.a) = lower(:value1))",
        "a<>(1 and (2 or b==3)) | (lower(x.a) <> lower(:value0) and (lower(x.a) <> lower(:value1)"
            + " or x.b = :value2))",
        "query=(b==1) | x.b = :value0",
        "id==1 | x.id = :value0",
        "id=1* | lower(x.id::text) like lower(:value0)",
        "active==true and date > 2026-01-01T00:00:00Z | (x.active = :value0 and x.date > :value1)",
      })
  void writesQueriesAsSql(String query, String sql) {
    assertThat(read(query.strip()).condition()).isEqualTo(sql);
  }

  @Test
  void readsTimesOfAnyOffset() {
    assertThat(read("date>2026-01-01T00:00:00+17:00").values())
        .containsExactly(Map.entry("value0", OffsetDateTime.parse("2025-12-31T07:00:00Z")));
  }

  @Test
  void readsBlanksQuotesAndEscapes() {
    assertThat(
            read(" ( ( a == \"x y\" ) and(b==\"1) and c==2\"))and b==c\\* and b==\"q\\\"\\\\\"")
                .values())
        .containsOnly(
            Map.entry("value0", "x y"),
            Map.entry("value1", "1) and c==2"),
            Map.entry("value2", "c*"),
            Map.entry("value3", "q\"\\"));
  }

  @Test
  void escapesWhatALikeWouldTakeForAMask() {
    assertThat(read("b==\"50%_\\\\*\"").values()).containsValue("50\\%\\_\\\\%");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "cql.allRecords=1", "(cql.allRecords==1)", "sortby a"})
  void allRecordsNeedsNoComparison(String query) {
    assertThat(read(query).condition()).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource({
    "a==1 sortby b, x.b",
    "a==1 sortBy a/sort.descending b/sort.ascending, 'lower(x.a) desc, x.b'",
    "a==1 sortby b desc, x.b",
  })
  void readsOrder(String query, String order) {
    assertThat(read(query).order()).isEqualTo(order);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "a | 2 | after the field 'a' is missing",
        "a/b | 2 | after the field 'a'",
        "==b | 1 | field's name",
        "a== | 4 | value",
        "a==(b | 6 | ')' is missing",
        "a==() | 5 | value",
        "c==(1) | 1 | No field 'c'",
        "a==b prox b==d | 6 | 'prox'",
        "a==b and | 9 | field's name",
        "a==b sortby | 12 | field's name",
        "a==b sortby a/up | 15 | sort.ascending",
        "a==b sortby c | 13 | No field 'c'",
        "a==b sortby desc | 13 | No field 'desc'",
        "(a==b | 6 | ')' is missing",
        "a==b) | 5 | ')'",
        "a==\"b | 4 | quotes",
        "a==\"b\\ | 4 | quotes",
        "a==*b | 4 | '*'",
        "a==b?c | 5 | '?'",
        "a==\"b^\" | 6 | '^'",
        "a<b* | 3 | has no order",
        "c==1 | 1 | No field 'c'; fields are a, active, b, date, id",
        "id<1 | 4 | 'id' is compared with a whole UUID",
        "active==t* | 9 | true or false",
        "active==maybe | 9 | true or false",
        "date>yesterday | 6 | a time",
        "date>0001-01-01T00:00:00+17:00 | 6 | a time",
        "cql.allRecords=0 | 16 | can only be 1",
      })
  void refusesInvalidQueriesWithTheirPlace(String query, int position, String reason) {
    assertThatThrownBy(() -> read(query.strip()))
        .isInstanceOfSatisfying(
            InvalidCql.class,
            wrong -> {
              assertThat(wrong.position()).as(wrong.getMessage()).isEqualTo(position);
              assertThat(wrong).hasMessageContaining(reason).hasMessageContaining("character");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 100_000})
  void limitsLengthAndDepth(int times) {
    String deep = "(".repeat(times + 1) + "a==b" + ")".repeat(times + 1);
    assertThatThrownBy(() -> read(deep)).isInstanceOf(InvalidCql.class);
    String wide = "a==b" + " and a==b".repeat(times);
    assertThatThrownBy(() -> read(wide)).isInstanceOf(InvalidCql.class);
  }

  /** FOLIO's pages ask for as many ids as fit into 4,000 characters. */
  @Test
  void takesAsManyIdsAsFoliosPagesSend() {
    UUID id = UUID.randomUUID();
    assertThat(read("id==" + id + (" or id==" + id).repeat(79)).values()).hasSize(80);
  }

  @Test
  void readsAnyFieldOfAKindThatIsNotKept() {
    assertThat(CqlParse.read("anything.at.all==1", null).values()).containsValue("1");
    assertThatThrownBy(() -> CqlParse.read("anything==", null)).isInstanceOf(InvalidCql.class);
  }

  @Test
  void refusesControlCharacters() {
    assertThatThrownBy(() -> read("a==\"b\0\""))
        .isInstanceOf(InvalidCql.class)
        .hasMessageContaining("control");
  }
}
