package org.reprise.oslc.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.refusal.Refusal;

class QueryReaderTest {
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String CONTRIBUTION = CONFIG + "contribution";

  private static List<Term> where(String text, String... nestable) {
    return new QueryReader(Prefixes.of(null), Set.of(nestable)).where(text);
  }

  @Test
  void aNestedConditionHoldsAllOfItsTerms() {
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
  void aServiceThatNamesNoPropertyTakesNone() {
    assertThatThrownBy(() ->
            new QueryReader(Prefixes.of(null))
                .where("oslc_config:contribution{oslc_config:configuration=<http://a/1>}"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no condition on what a link points at");
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
  void whatIsNestedOtherwiseIsRefused(String text) {
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
  void aTimeWithoutAZoneIsOfUtc(String text, String instant) {
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
  void whatIsNoTimeIsRefused(String value) {
    Term term = where("dcterms:created=" + value).getFirst();
    assertThatThrownBy(() -> term.time(term.values().getFirst()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("dc/terms/created");
  }
}
