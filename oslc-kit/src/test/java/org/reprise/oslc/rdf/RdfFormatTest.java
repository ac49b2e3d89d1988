package org.reprise.oslc.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdfFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/turtle|TURTLE",
        "application/rdf+xml|RDF_XML",
        "application/ld+json|JSON_LD",
        "*/*|TURTLE",
        "application/xml|RDF_XML",
        "application/json|JSON_LD",
        "text/turtle;q=0.5, application/rdf+xml|RDF_XML",
        "*/*, application/ld+json|JSON_LD",
        "text/turtle;q=0, application/rdf+xml;q=0.1|RDF_XML",
        "text/html, application/rdf+xml;q=0.8|RDF_XML",
        "text/*|TURTLE",
        "text/turtle;q=0, */*|RDF_XML",
        "*/*;q=0, text/turtle|TURTLE",
        "text/turtle;q=0.1, */*|RDF_XML",
        "*/*, text/turtle;q=0.1|RDF_XML",
        "text/*;q=0, */*|RDF_XML",
        "text/turtle, text/*;q=0|TURTLE",
        "application/*;q=0.2, application/rdf+xml;q=0.1, text/turtle;q=0.1|JSON_LD",
        "application/*+xml, */*;q=0.5|RDF_XML",
        "application/rdf+xml;q=0, application/xml, application/ld+json;q=0.1|JSON_LD",
        "application/rdf+xml, text/turtle|RDF_XML",
        "application/ld+json, application/rdf+xml, */*|JSON_LD",
      })
  void choosesPreferredFormat(String accept, RdfFormat format) {
    assertThat(RdfFormat.accepted(accept)).contains(format);
  }

  @Test
  void isTurtleByDefault() {
    assertThat(RdfFormat.accepted(null)).contains(RdfFormat.TURTLE);
    assertThat(RdfFormat.accepted(" ")).contains(RdfFormat.TURTLE);
  }

  @Test
  void isEmptyWhereNoFormatIsAccepted() {
    assertThat(RdfFormat.accepted("image/png")).isEmpty();
    assertThat(RdfFormat.accepted("text/turtle;q=0")).isEmpty();
    assertThat(RdfFormat.accepted("*/*;q=0")).isEmpty();
    assertThat(RdfFormat.accepted("text/turtle;q=0, application/*;q=0, */*")).isEmpty();
    assertThat(RdfFormat.accepted("no type")).isEmpty();
  }

  /** Each is compared with each format. */
  @Test
  void rejectsVeryLongAcceptHeader() {
    String many = "text/turtle" + ", image/png".repeat(60);
    assertThat(RdfFormat.accepted(many)).isEmpty();
  }
}
