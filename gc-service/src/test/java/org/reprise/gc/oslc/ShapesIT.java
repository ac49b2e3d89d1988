package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/**
 * Each kind of document against the shapes of OSLC Configuration Management 1.1: how often each
 * property may be there, and of which type its values are. The facts of the shapes are stated here.
 */
class ShapesIT {
  private static final String DCTERMS = "http://purl.org/dc/terms/";
  private static final String OSLC = "http://open-services.net/ns/core#";
  private static final String AUTO = "http://open-services.net/ns/auto#";
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final String CONFIG = Configs.CONFIG;
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);

  private static Map<String, Rule> common() {
    Map<String, Rule> rules = new TreeMap<>();
    rules.put(RDF + "type", new Rule(1, Rule.MANY, ""));
    rules.put(DCTERMS + "title", new Rule(0, 1, RDF + "XMLLiteral"));
    rules.put(DCTERMS + "description", new Rule(0, 1, RDF + "XMLLiteral"));
    rules.put(DCTERMS + "identifier", new Rule(0, 1, XSD + "string"));
    rules.put(DCTERMS + "subject", new Rule(0, Rule.MANY, XSD + "string"));
    rules.put(DCTERMS + "created", new Rule(0, 1, XSD + "dateTime"));
    rules.put(DCTERMS + "modified", new Rule(0, 1, XSD + "dateTime"));
    rules.put(DCTERMS + "creator", Rule.LINKS);
    rules.put(OSLC + "archived", new Rule(0, 1, XSD + "boolean"));
    rules.put(OSLC + "instanceShape", Rule.MAYBE_LINK);
    rules.put(OSLC + "serviceProvider", Rule.LINKS);
    return rules;
  }

  private static Map<String, Rule> configuration() {
    Map<String, Rule> rules = common();
    rules.put(CONFIG + "component", Rule.ONE_LINK);
    rules.put(CONFIG + "acceptedBy", Rule.LINKS);
    rules.put(CONFIG + "branch", Rule.MAYBE_LINK);
    rules.put(CONFIG + "selections", Rule.LINKS);
    rules.put(CONFIG + "contribution", Rule.LINKS);
    rules.put(CONFIG + "previousBaseline", Rule.LINKS);
    rules.put("http://www.w3.org/ns/prov#wasDerivedFrom", Rule.LINKS);
    // Ours.
    rules.put(Configs.GC + "resolvesTo", Rule.LINKS);
    return rules;
  }

  private static Map<String, Rule> stream() {
    Map<String, Rule> rules = configuration();
    rules.put(CONFIG + "accepts", Rule.LINKS);
    rules.put(CONFIG + "baselines", Rule.ONE_LINK);
    return rules;
  }

  private static Map<String, Rule> baseline() {
    Map<String, Rule> rules = configuration();
    rules.put(CONFIG + "baselineOfStream", Rule.ONE_LINK);
    rules.put(CONFIG + "streams", Rule.ONE_LINK);
    return rules;
  }

  private static Model read(String uri) {
    Model turtle = CLIENT.get(uri).model();
    for (String format : List.of("application/rdf+xml", "application/ld+json")) {
      GcClient.Answer other = CLIENT.get(uri, "Accept", format);
      assertThat(other.model().isIsomorphicWith(turtle)).as(uri + " " + format).isTrue();
    }
    return turtle;
  }

  @Test
  void componentsMatchShape() {
    String component = CONFIGS.component("Brakes & <wheels>");
    Map<String, Rule> rules = common();
    rules.put(CONFIG + "configurations", Rule.ONE_LINK);
    Rule.check(read(component), component, CONFIG + "Component", rules);
    String container = component + "/configurations";
    Model model = read(container);
    assertThat(
            model.contains(
                ResourceFactory.createResource(container),
                null,
                ResourceFactory.createResource("http://www.w3.org/ns/ldp#Container")))
        .isTrue();
    String initial = CONFIGS.initialBaseline(component);
    Rule.check(read(initial), initial, CONFIG + "Baseline", baseline());
  }

  @Test
  void streamsAndBaselinesMatchShapes() {
    String inner = CONFIGS.stream("Inner");
    String stream = CONFIGS.stream("Stream");
    CONFIGS.contribute(inner, Sent.of(QM.configuration(1), "a"));
    CONFIGS.contribute(
        stream,
        Sent.of(inner, "a"),
        new Sent("own", QM.configuration(2), "b", QM.configuration(3)));
    String described =
        Configs.document("Described", List.of(Sent.of(inner, "a")))
            + "<> dcterms:description \"a < b\" ; dcterms:subject \"x\", \"y\" ; oslc:archived true"
            + " ; oslc_config:branch <http://branch/1> .";
    assertThat(CLIENT.put(stream, described, "If-Match", "*").status()).isEqualTo(200);
    CONFIGS.contribute(
        stream,
        Sent.of(inner, "a"),
        new Sent("own", QM.configuration(2), "b", QM.configuration(3)));
    Model model = read(stream);
    Rule.check(model, stream, CONFIG + "Stream", stream());
    for (String one : Documents.values(model, stream, CONFIG + "contribution")) {
      Map<String, Rule> rules = new TreeMap<>();
      rules.put(RDF + "type", Rule.LINKS);
      rules.put(CONFIG + "configuration", Rule.ONE_LINK);
      rules.put(CONFIG + "contributionOrder", new Rule(1, 1, XSD + "string"));
      // The shape has it exactly once, which most contributions could not fulfil: they override
      // nothing.
      rules.put(CONFIG + "overrides", Rule.MAYBE_LINK);
      rules.put(DCTERMS + "modified", new Rule(0, 1, XSD + "dateTime"));
      Rule.check(model, one, CONFIG + "Contribution", rules);
    }
    String baseline = CONFIGS.commit(stream);
    Rule.check(read(baseline), baseline, CONFIG + "Baseline", baseline());
    String next = CONFIGS.streamFrom(baseline);
    Rule.check(read(next), next, CONFIG + "Stream", stream());
    String staging = CLIENT.send("POST", next + "/staging", new byte[0]).location();
    Rule.check(read(staging), staging, CONFIG + "Stream", stream());
  }

  @Test
  void selectionsAreEmpty() {
    String stream = CONFIGS.stream("Selections");
    String selections = CONFIGS.value(stream, CONFIG + "selections");
    Rule.check(
        read(selections),
        selections,
        CONFIG + "Selections",
        Map.of(RDF + "type", new Rule(1, Rule.MANY, "")));
  }

  @Test
  void activitiesMatchShape() {
    String stream = CONFIGS.stream("Activity");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(11), "a"));
    CONFIGS.commit(stream);
    QM.fault(
        "POST /qm/configuration/11/baselines",
        exchange -> {
          FakeApplication.answer(exchange, 409, "");
          return true;
        });
    Documents.error(CLIENT.send("POST", stream + "/baselines", new byte[0]), 502);
    Map<String, Rule> rules = common();
    rules.put(DCTERMS + "title", new Rule(1, 1, RDF + "XMLLiteral"));
    rules.put(DCTERMS + "references", Rule.MAYBE_LINK);
    rules.put(CONFIG + "progressMessage", new Rule(0, 1, RDF + "XMLLiteral"));
    rules.put(AUTO + "state", Rule.ONE_LINK);
    rules.put(AUTO + "verdict", Rule.ONE_LINK);
    rules.put(OSLC + "error", Rule.LINKS);
    long last = SERVER.count("select max(id) from activity");
    String failed = SERVER.baseUri() + "/gc/activity/" + last;
    Rule.check(read(failed), failed, CONFIG + "Activity", rules);
    assertThat(Documents.values(read(failed), failed, AUTO + "verdict"))
        .containsExactly(AUTO + "error");
    String passed = SERVER.baseUri() + "/gc/activity/" + (last - 1);
    Rule.check(read(passed), passed, CONFIG + "Activity", rules);
  }
}
