package org.reprise.oslc.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
