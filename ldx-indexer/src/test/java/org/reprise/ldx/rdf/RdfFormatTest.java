package org.reprise.ldx.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdfFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/* | TURTLE",
        "text/turtle | TURTLE",
        "application/rdf+xml | RDF_XML",
        "application/xml | RDF_XML",
        "application/ld+json;q=1, text/turtle;q=0.9 | JSON_LD",
        "text/turtle;q=0, */*;q=0.1 | RDF_XML",
        "text/html, application/rdf+xml;q=0.5, */*;q=0.1 | RDF_XML",
        "text/* | TURTLE",
        "application/json | JSON_LD",
        "application/json, text/turtle;q=0.5 | JSON_LD",
        "application/json;q=0.3, text/turtle;q=0.5, application/ld+json | JSON_LD",
        "application/ld+json;q=0.3, text/turtle;q=0.5, application/json | TURTLE"
      })
  void choosesBestAcceptedFormat(String accept, RdfFormat expected) {
    assertThat(RdfFormat.accepted(accept)).isEqualTo(expected);
  }

  @Test
  void returnsNullForUnknownFormat() {
    assertThat(RdfFormat.accepted("image/png")).isNull();
    assertThat(RdfFormat.of("text/html")).isNull();
    assertThat(RdfFormat.of("application/json")).as("any JSON").isNull();
    assertThat(RdfFormat.of(null)).isNull();
    assertThat(RdfFormat.of("Text/Turtle; charset=utf-8")).isEqualTo(RdfFormat.TURTLE);
  }
}
