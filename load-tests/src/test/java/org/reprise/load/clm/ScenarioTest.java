package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What users of the applications send. */
class ScenarioTest {
  private static final String SOURCE = "http://127.0.0.1:8886/ccm/resource/1";
  private static final String TARGET = "http://127.0.0.1:8886/rm/resource/2";

  /** RDF with what each artifact must have, and the link in the last of it. */
  @ParameterizedTest
  @FieldSource("org.reprise.load.clm.Scenario#ALL")
  void isRdfWithTheLink(Scenario scenario) {
    assertThat(read(Scenario.created(scenario.fromType(), "A")).size()).isEqualTo(2);
    assertThat(read(Scenario.created(scenario.toType(), "B")).size()).isEqualTo(2);
    var linked = read(scenario.linked(SOURCE, "A", TARGET));
    assertThat(linked.size()).isEqualTo(3);
    assertThat(
            linked.contains(
                linked.createResource(SOURCE),
                linked.createProperty(scenario.predicate()),
                linked.createResource(TARGET)))
        .isTrue();
    assertThat(Scenario.named(scenario.id())).isEqualTo(scenario);
  }

  private static Model read(String turtle) {
    var model = ModelFactory.createDefaultModel();
    RDFDataMgr.read(
        model, new ByteArrayInputStream(turtle.getBytes(StandardCharsets.UTF_8)), Lang.TURTLE);
    return model;
  }
}
