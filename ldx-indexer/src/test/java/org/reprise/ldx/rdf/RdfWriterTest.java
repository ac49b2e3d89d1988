package org.reprise.ldx.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RdfWriterTest {
  private static String written(RdfFormat format) {
    RdfWriter document =
        new RdfWriter()
            .link("http://a.test/1", Vocabulary.TYPE, Vocabulary.OSLC + "Error")
            .link("http://a.test/1", "http://open-services.net/ns/cm#x", "http://a.test/2");
    return new String(document.bytes(format), StandardCharsets.UTF_8);
  }

  @Test
  void writesUsedPrefixesAsOldDirectives() {
    assertThat(written(RdfFormat.TURTLE).lines().filter(line -> !line.isBlank()))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line).matches("@prefix oslc: +<http://open-services.net/ns/core#> ?\\."),
            line ->
                assertThat(line)
                    .matches("@prefix oslc_cm: +<http://open-services.net/ns/cm#> ?\\."),
            line -> assertThat(line).contains("a ", "oslc:Error"),
            line -> assertThat(line).contains("oslc_cm:x", "<http://a.test/2>"));
  }

  @Test
  void writesUsedPrefixesInXml() {
    assertThat(written(RdfFormat.RDF_XML)).contains("<oslc_cm:x ").doesNotContain("xmlns:trs");
  }
}
