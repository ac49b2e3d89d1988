package org.reprise.ldx.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.oslc.rdf.RdfFormat;

class FormatsTest {
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
        "*/*, application/json | TURTLE",
        "application/json, text/plain, */* | TURTLE",
        "application/json, */*;q=0.1 | JSON_LD",
        "application/json, text/turtle;q=0.5 | JSON_LD",
        "application/json;q=0.3, text/turtle;q=0.5, application/ld+json | JSON_LD",
        "application/ld+json;q=0.3, text/turtle;q=0.5, application/json | TURTLE"
      })
  void choosesBestAcceptedFormat(String accept, RdfFormat expected) {
    assertThat(Formats.accepted(accept)).contains(expected);
  }

  @Test
  void isEmptyForUnknownFormat() {
    assertThat(Formats.accepted("image/png")).isEmpty();
    assertThat(Formats.accepted("no type")).isEmpty();
    assertThat(Formats.ofContent("text/html")).isEmpty();
    assertThat(Formats.ofContent("no type")).isEmpty();
    assertThat(Formats.ofContent("application/json")).as("any JSON").isEmpty();
    assertThat(Formats.ofContent(null)).isEmpty();
  }

  @Test
  void ignoresCaseAndParametersOfContentType() {
    assertThat(Formats.ofContent("Text/Turtle; charset=utf-8")).contains(RdfFormat.TURTLE);
  }

  @Test
  void prefersTurtleWithoutAccept() {
    assertThat(Formats.accepted(null)).contains(RdfFormat.TURTLE);
    assertThat(Formats.accepted(" ")).contains(RdfFormat.TURTLE);
  }
}
