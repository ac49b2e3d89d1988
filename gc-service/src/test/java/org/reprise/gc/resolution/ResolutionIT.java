package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** What configurations resolve to. */
class ResolutionIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);

  @Test
  void firstConfigurationOfComponentCounts() {
    String local = QM.configuration(1);
    QM.fault(
        "GET /qm/configuration/2",
        exchange -> {
          FakeApplication.answer(
              exchange,
              200,
              QM.document(2, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;")
                  .replace(QM.component(2), QM.component(1)));
          return true;
        });
    String skewed = QM.configuration(2);
    String inner = CONFIGS.stream("Inner");
    String outer = CONFIGS.stream("Outer");
    CONFIGS.contribute(inner, Sent.of(skewed, "a"), Sent.of(QM.configuration(3), "b"));
    // By pre-order the one below comes before its uncle.
    CONFIGS.contribute(outer, Sent.of(inner, "a"), Sent.of(local, "b"));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, inner, skewed, QM.configuration(3), local + " skew");
    assertThat(resolve(outer, QM.component(1))).isEqualTo(skewed);
    CONFIGS.contribute(outer, Sent.of(inner, "b"), Sent.of(local, "a"));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, local, inner, skewed + " skew", QM.configuration(3));
    assertThat(resolve(outer, QM.component(1))).isEqualTo(local);
    assertThat(resolve(outer, CONFIGS.value(inner, Configs.CONFIG + "component"))).isEqualTo(inner);
    assertThat(resolve(outer, CONFIGS.value(outer, Configs.CONFIG + "component"))).isEqualTo(outer);
  }

  private static GcClient.Answer ask(String context, String component, String... headers) {
    return CLIENT.get(
        "/gc/resolve?context=" + encoded(context) + "&component=" + encoded(component), headers);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String resolve(String context, String component) {
    GcClient.Answer answer = ask(context, component);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(Documents.value(answer.model(), Configs.CONFIG + "component")).isEqualTo(component);
    return Documents.value(answer.model(), Configs.CONFIG + "configuration");
  }

  @Test
  void overrideRemovesOverriddenSubtree() {
    String inner = CONFIGS.stream("Overridden");
    String outer = CONFIGS.stream("Outer");
    CONFIGS.contribute(inner, Sent.of(QM.configuration(12), "a"));
    CONFIGS.contribute(
        outer,
        new Sent("", QM.configuration(11), "a", inner),
        Sent.of(inner, "b"),
        Sent.of(QM.configuration(13), "c"));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, QM.configuration(11), inner + " overridden", QM.configuration(13));
    Documents.error(ask(outer, QM.component(12)), 404);
    // Behind what it overrides it comes too late.
    CONFIGS.contribute(outer, new Sent("", QM.configuration(11), "c", inner), Sent.of(inner, "b"));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, inner, QM.configuration(12), QM.configuration(11));
  }

  @Test
  void appliesOverrideOfContributionThatIsRepeated() {
    String overridden = CONFIGS.stream("Overridden");
    String inner = CONFIGS.stream("Inner");
    String outer = CONFIGS.stream("Outer");
    CONFIGS.contribute(inner, Sent.of(QM.configuration(14), "a"));
    CONFIGS.contribute(
        outer,
        Sent.of(inner, "a"),
        new Sent("", QM.configuration(14), "b", overridden),
        Sent.of(overridden, "c"));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, inner, QM.configuration(14), overridden + " overridden");
  }

  @Test
  void listsConfigurationOnceThoughLaterContributionOverridesIt() {
    String twice = CONFIGS.stream("Twice");
    String inner = CONFIGS.stream("Inner");
    String outer = CONFIGS.stream("Outer");
    CONFIGS.contribute(inner, Sent.of(twice, "a"));
    CONFIGS.contribute(
        outer,
        Sent.of(inner, "a"),
        new Sent("", QM.configuration(15), "b", twice),
        Sent.of(twice, "c"));
    assertThat(CONFIGS.resolved(outer)).containsExactly(outer, inner, twice, QM.configuration(15));
  }

  @Test
  void changeSetOverridesItsStream() {
    QM.fault(
        "GET /qm/configuration/22",
        exchange -> {
          FakeApplication.answer(
              exchange,
              200,
              QM.document(
                      22,
                      "ChangeSet",
                      "oslc_config:acceptedBy oslc_config:Configuration ; oslc_config:overrides <"
                          + QM.configuration(21)
                          + "> ;")
                  .replace(QM.component(22), QM.component(21)));
          return true;
        });
    String stream = CONFIGS.stream("With a change set");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(22), "a"), Sent.of(QM.configuration(21), "b"));
    assertThat(CONFIGS.resolved(stream))
        .containsExactly(stream, QM.configuration(22), QM.configuration(21) + " overridden");
    assertThat(resolve(stream, QM.component(21))).isEqualTo(QM.configuration(22));
  }

  @Test
  void listsDuplicatesOnce() {
    String leaf = CONFIGS.stream("Leaf");
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(31), "a"));
    // Each level holds the one below by two ways: 2^20 paths.
    String below = leaf;
    List<String> chain = new ArrayList<>(List.of(leaf));
    for (int level = 0; level < 20; level++) {
      String left = CONFIGS.stream("Left " + level);
      String top = CONFIGS.stream("Top " + level);
      CONFIGS.contribute(left, Sent.of(below, "a"));
      CONFIGS.contribute(top, Sent.of(left, "a"), Sent.of(below, "b"));
      chain.add(left);
      chain.add(top);
      below = top;
    }
    List<String> resolved = CONFIGS.resolved(below);
    assertThat(resolved).hasSize(chain.size() + 1).containsAll(chain);
    assertThat(resolved.getLast()).isEqualTo(QM.configuration(31));
  }

  @Test
  void changeBelowChangesEntityTagsAbove() {
    String leaf = CONFIGS.stream("Leaf");
    String middle = CONFIGS.stream("Middle");
    String top = CONFIGS.stream("Top");
    String beside = CONFIGS.stream("Beside");
    CONFIGS.contribute(middle, Sent.of(leaf, "a"));
    CONFIGS.contribute(top, Sent.of(middle, "a"));
    String before = CLIENT.get(top).etag();
    String besideBefore = CLIENT.get(beside).etag();
    assertThat(CLIENT.get(top, "If-None-Match", before).status()).isEqualTo(304);
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(41), "a"));
    assertThat(CLIENT.get(top, "If-None-Match", before).status()).isEqualTo(200);
    assertThat(CONFIGS.resolved(top)).containsExactly(top, middle, leaf, QM.configuration(41));
    assertThat(resolve(top, QM.component(41))).isEqualTo(QM.configuration(41));
    assertThat(CLIENT.get(beside).etag()).isEqualTo(besideBefore);
    Documents.error(CLIENT.put(top, Configs.document("Late", List.of()), "If-Match", before), 412);
  }

  @Test
  void formatsHaveTagsOfTheirOwn() {
    String stream = CONFIGS.stream("Formats");
    GcClient.Answer turtle = CLIENT.get(stream, "Accept", "text/turtle");
    GcClient.Answer xml = CLIENT.get(stream, "Accept", "application/rdf+xml");
    GcClient.Answer json = CLIENT.get(stream, "Accept", "application/ld+json");
    assertThat(List.of(turtle.etag(), xml.etag(), json.etag())).doesNotHaveDuplicates();
    assertThat(xml.model().isIsomorphicWith(turtle.model())).isTrue();
    assertThat(json.model().isIsomorphicWith(turtle.model())).isTrue();
    assertThat(turtle.header("Vary")).contains("Accept", "Configuration-Context");
    Documents.error(CLIENT.get(stream, "Accept", "image/png"), 406);
    GcClient.Answer page = CLIENT.get(stream, "Accept", "text/html,application/xml;q=0.9");
    assertThat(page.status()).isEqualTo(303);
    assertThat(page.location()).contains("/gc/web/configuration/");
    assertThat(CLIENT.send("HEAD", stream, null).etag()).isEqualTo(turtle.etag());
    assertThat(CLIENT.send("OPTIONS", stream, null).header("Allow"))
        .contains("GET", "HEAD", "PUT", "DELETE");
  }

  @Test
  void rejectsTwoContexts() {
    String one = CONFIGS.stream("One");
    String other = CONFIGS.stream("Other");
    String component = CONFIGS.value(one, Configs.CONFIG + "component");
    String path = "/gc/resolve?component=" + encoded(component);
    assertThat(CLIENT.get(path, "Configuration-Context", one).status()).isEqualTo(200);
    assertThat(CLIENT.get(path, "Configuration-Context", "<" + one + ">").status()).isEqualTo(200);
    assertThat(CLIENT.get(path + "&oslc_config.context=" + encoded(one)).status()).isEqualTo(200);
    // The query string wins.
    assertThat(
            CLIENT
                .get(path + "&oslc_config.context=" + encoded(one), "Configuration-Context", other)
                .status())
        .isEqualTo(200);
    String two = path + "&oslc_config.context=" + encoded(one) + "&oslc_config.context=";
    assertThat(Documents.error(CLIENT.get(two + encoded(other)), 400))
        .contains("two configuration contexts");
    assertThat(
            CLIENT
                .get(path + "&context=&oslc_config.context=", "Configuration-Context", one)
                .status())
        .isEqualTo(200);
    assertThat(CLIENT.get(two + encoded(one)).status()).isEqualTo(200);
    Documents.error(CLIENT.get(path), 400);
    Documents.error(CLIENT.get("/gc/resolve?context=" + encoded(one)), 400);
    Documents.error(ask(one, QM.component(77)), 404);
    Documents.error(ask("http://elsewhere/1", component), 404);
    Documents.error(ask(SERVER.baseUri() + "/gc/configuration/987654", component), 404);
  }

  @Test
  void returns404ForUnknownConfiguration() {
    Documents.error(CLIENT.get("/gc/configuration/987654321"), 404);
    Documents.error(CLIENT.get("/gc/configuration/0"), 404);
    Documents.error(CLIENT.get("/gc/configuration/-1"), 404);
    Documents.error(CLIENT.get("/gc/configuration/one"), 404);
    Documents.error(CLIENT.get("/gc/configuration/99999999999999999999"), 404);
  }

  @Test
  void contextsNamedByTheHeaderHaveTagsOfTheirOwn() {
    String address = "/gc/resolve?component=" + encoded(QM.component(51));
    String one = CONFIGS.stream("One");
    String other = CONFIGS.stream("Other");
    for (String stream : List.of(one, other)) {
      CONFIGS.contribute(stream, Sent.of(QM.configuration(51), "a"));
    }
    GcClient.Answer first = CLIENT.get(address, "Configuration-Context", one);
    assertThat(first.body()).contains(one + "#");
    GcClient.Answer second =
        CLIENT.get(address, "Configuration-Context", other, "If-None-Match", first.etag());
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body()).contains(other + "#");
    assertThat(
            CLIENT
                .get(address, "Configuration-Context", other, "If-None-Match", second.etag())
                .status())
        .isEqualTo(304);
  }
}
