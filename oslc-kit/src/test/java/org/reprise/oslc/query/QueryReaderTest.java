package org.reprise.oslc.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

class QueryReaderTest {
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String CONTRIBUTION = CONFIG + "contribution";

  private static List<Term> where(String text, String... nestable) {
    return new QueryReader(null, Set.of(nestable)).where(text);
  }

  private static void isNotSupported(Throwable thrown) {
    assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.NOT_IMPLEMENTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dcterms:creator{foaf:name=\"Deb\"}",
        "*=\"x\"",
        "dcterms:title=\"x\" and * in [\"x\"]",
        "oslc_config:contribution{oslc_config:configuration{dcterms:title=\"x\"}}",
        "oslc_config:contribution{*=\"x\"}",
      })
  void returns501ForRestOfStandard(String text) {
    assertThatThrownBy(() -> where(text, CONTRIBUTION))
        .isInstanceOf(Refusal.class)
        .satisfies(QueryReaderTest::isNotSupported);
  }

  @Test
  void returns501ForOrderByPropertyOfLinkedResource() {
    QueryReader reader = new QueryReader(null, Set.of(CONTRIBUTION));
    assertThatThrownBy(() -> reader.orderBy("oslc_config:component{+dcterms:title}"))
        .isInstanceOf(Refusal.class)
        .satisfies(QueryReaderTest::isNotSupported);
  }

  @Test
  void prefixedNameIsUri() {
    QueryReader reader = new QueryReader("e=<http://e/>", Set.of());
    assertThat(reader.where("rdf:type=oslc_rm:Requirement and rdf:type in [e:1,e:a-b, true, e:c]"))
        .extracting(Term::values)
        .containsExactly(
            List.of(new Term.Uri("http://open-services.net/ns/rm#Requirement")),
            List.of(
                new Term.Uri("http://e/1"),
                new Term.Uri("http://e/a-b"),
                new Term.Literal("true"),
                new Term.Uri("http://e/c")));
    assertThatThrownBy(() -> where("rdf:type=none:Requirement"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'none'");
  }

  @Test
  void conditionsAndValuesAreBounded() {
    assertThat(where("dcterms:title=\"x\"" + " and dcterms:title=\"x\"".repeat(99))).hasSize(100);
    for (String text :
        List.of(
            "dcterms:title=\"x\"" + " and dcterms:title=\"x\"".repeat(100),
            "dcterms:title in [1" + ",1".repeat(1_000) + "]",
            "oslc_config:contribution{dcterms:title=1"
                + " and dcterms:title=1".repeat(100)
                + "}")) {
      assertThatThrownBy(() -> where(text, CONTRIBUTION))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("more than 100 conditions or 1,000 values");
    }
  }

  @Test
  void nestedConditionHoldsAllItsTerms() {
    List<Term> terms =
        where(
            "oslc_config:contribution{oslc_config:configuration=<http://a/1> and"
                + " oslc_config:contributionOrder in [\"a\", 2]} and dcterms:title=\"x\"",
            CONTRIBUTION);
    assertThat(terms).hasSize(2);
    Term nested = terms.getFirst();
    assertThat(nested.operator()).isEqualTo(Term.NESTED);
    assertThat(nested.nested())
        .containsExactly(
            new Term(CONFIG + "configuration", "=", List.of(new Term.Uri("http://a/1"))),
            new Term(
                CONFIG + "contributionOrder",
                "in",
                List.of(new Term.Literal("a"), new Term.Literal("2"))));
  }

  @Test
  void rejectsNestedConditionWithoutNestableProperty() {
    assertThatThrownBy(() ->
            new QueryReader(null, Set.of())
                .where("oslc_config:contribution{oslc_config:configuration=<http://a/1>}"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("a condition on what a link points at")
        .satisfies(QueryReaderTest::isNotSupported);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oslc_config:component{dcterms:title=\"x\"}",
        "oslc_config:contribution{}",
        "oslc_config:contribution{dcterms:title=\"x\"",
        "oslc_config:contribution{dcterms:title=\"x\"}}",
        "oslc_config:contribution{dcterms:title=\"x\" dcterms:title=\"y\"}",
        "oslc_config:contribution{oslc_config:contribution{dcterms:title=\"x\"}}",
        "dcterms:identifier=1}",
      })
  void rejectsOtherNesting(String text) {
    assertThatThrownBy(() -> where(text, CONTRIBUTION)).isInstanceOf(Refusal.class);
  }

  /** OSLC Query 3.0, Table 7: xsd:dateTime must be supported, and it may have no zone. */
  @ParameterizedTest
  @CsvSource({
    "2018-01-30T12:25:00,2018-01-30T12:25:00Z",
    "2018-01-30T12:25:00.123,2018-01-30T12:25:00.123Z",
    "2018-01-30T12:25:00Z,2018-01-30T12:25:00Z",
    "2018-01-30T12:25:00+01:00,2018-01-30T11:25:00Z",
    "2018-01-30T12:25:00-05:30,2018-01-30T17:55:00Z",
  })
  void timeWithoutZoneIsUtc(String text, String instant) {
    Term term = where("dcterms:created>\"" + text + "\"^^xsd:dateTime").getFirst();
    assertThat(term.time(term.values().getFirst()).toInstant()).isEqualTo(Instant.parse(instant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2018-02-30T12:25:00\"",
        "\"2018-01-30\"",
        "\"2018-01-30T12:25:00 Z\"",
        "\"+300000-01-01T00:00:00Z\"",
        "<http://x/>",
        "12",
      })
  void rejectsInvalidTime(String value) {
    Term term = where("dcterms:created=" + value).getFirst();
    assertThatThrownBy(() -> term.time(term.values().getFirst()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("dc/terms/created");
  }

  // What follows the last one that is allowed is not looked at.
  @Test
  void countsWhileReading() {
    QueryReader reader = new QueryReader(null, Set.of(CONTRIBUTION));
    for (String text :
        List.of(
            "dcterms:title in [1" + ",1".repeat(1_000) + " broken",
            "dcterms:title=1" + " and dcterms:title=1".repeat(100) + " broken",
            "oslc_config:contribution{dcterms:title=1"
                + " and dcterms:title=1".repeat(100)
                + " broken",
            "oslc_config:contribution{dcterms:title in [1" + ",1".repeat(1_000) + " broken")) {
      assertThatThrownBy(() -> reader.where(text))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("more than 100 conditions or 1,000 values");
    }
    String names = "dcterms:title" + ",dcterms:title".repeat(100) + " broken";
    assertThatThrownBy(() -> reader.orderBy(names)).hasMessageContaining("more than 100");
    assertThatThrownBy(
            () -> reader.select("dcterms:title" + ",dcterms:title".repeat(1_000) + " x", Set.of()))
        .hasMessageContaining("1,000 values");
    assertThatThrownBy(() -> reader.searchTerms("\"x\"" + ",\"x\"".repeat(100) + " broken"))
        .hasMessageContaining("more than 100");
  }

  @Test
  void readsSearchTerms() {
    QueryReader reader = new QueryReader(null, Set.of());
    assertThat(reader.searchTerms("\"a \\\"b\\\"\", \"c,d\"")).containsExactly("a \"b\"", "c,d");
    assertThat(reader.searchTerms(null)).isEmpty();
  }

  // Once for each character that it may begin at, this takes hours.
  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void longPrefixIsReadOnce() {
    assertThatThrownBy(() -> new QueryReader("a".repeat(2_000_000), Set.of()))
        .hasMessageContaining("at character 1 ");
  }
}
