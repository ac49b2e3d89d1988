package org.reprise.ldx.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestService;
import org.reprise.oslcclient.OslcClient;
import tools.jackson.databind.JsonNode;

/**
 * trs-feed as qm, gc-service and the index together: a link is there in a global configuration,
 * with a contribution replaced it is not, and in the application the same configuration selects the
 * same version.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServicesTogetherIT {
  private static final String CONTEXT = "Configuration-Context";
  private static final String REQUIREMENT = "http://requirements.test/rm/resource/8000";
  private static final Pattern CONTAINED = Pattern.compile("contains>?\\s+<([^>]+)>");

  @TempDir private static Path output;

  /** Another service of the product, and a client of it. */
  private static final class Service extends TestService {
    private final OslcClient client;

    Service(String module, int port, String... settings) {
      super(
          module,
          LdxServer.override(
              LdxServer.settings(TestDatabase.freshDatabase(), "--server.port=" + port), settings),
          output.resolve(module));
      this.client = new OslcClient(base(), base(), LdxServer.USERNAME, LdxServer.PASSWORD);
    }

    String make(String uri, String turtle) {
      OslcClient.Answer made = client.post(uri, turtle);
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      return made.location();
    }
  }

  private static Service qm;
  private static Service gc;
  private static LdxServer ldx;
  private static int source;
  private static int feed;
  private static String concept = "";
  private static String first = "";
  private static String global = "";
  private static String proxied = "";

  @BeforeAll
  static void start() {
    int qmPort = FreePort.lasting();
    int gcPort = FreePort.lasting();
    String qmBase = "http://127.0.0.1:" + qmPort;
    String gcBase = "http://127.0.0.1:" + gcPort;
    qm =
        new Service(
            "trs-feed",
            qmPort,
            "--reprise.trs.applications=qm,ccm",
            "--reprise.trs.projects=2",
            "--reprise.trs.base-uri=" + qmBase,
            "--reprise.trs.global-configurations.base-uri=" + gcBase,
            "--reprise.trs.global-configurations.timeout=5m",
            "--reprise.trs.global-configurations.username=" + LdxServer.USERNAME,
            "--reprise.trs.global-configurations.password=" + LdxServer.PASSWORD);
    gc =
        new Service(
            "gc-service",
            gcPort,
            "--reprise.gc.base-uri=" + gcBase,
            "--reprise.gc.applications.qm.base-uri=" + qmBase + "/qm",
            "--reprise.gc.applications.qm.username=" + LdxServer.USERNAME,
            "--reprise.gc.applications.qm.password=" + LdxServer.PASSWORD);
    ldx =
        LdxServer.start(
            "--reprise.ldx.fetch.credentials[0].origin=" + qmBase,
            "--reprise.ldx.fetch.credentials[0].username=" + LdxServer.USERNAME,
            "--reprise.ldx.fetch.credentials[0].password=" + LdxServer.PASSWORD,
            "--reprise.ldx.fetch.credentials[1].origin=" + gcBase,
            "--reprise.ldx.fetch.credentials[1].username=" + LdxServer.USERNAME,
            "--reprise.ldx.fetch.credentials[1].password=" + LdxServer.PASSWORD);
    source = ldx.client().add(qmBase + "/qm/trs", 3_600);
    feed = ldx.client().add(gcBase + "/gc/trs", 3_600);
    ldx.client().awaitCurrent(source);
  }

  @AfterAll
  static void stop() {
    ldx.close();
    gc.close();
    qm.close();
  }

  private static String testCase(String title, String more) {
    return """
    <> a <http://open-services.net/ns/qm#TestCase> ; <http://purl.org/dc/terms/title> "%s" %s .
    """
        .formatted(title, more);
  }

  // The one that is contained, or the first of those.
  private static String contained(Service service, String container) {
    String body = service.client.get(container).body();
    Matcher found = CONTAINED.matcher(body);
    assertThat(found.find()).as(body).isTrue();
    return found.group(1);
  }

  private static Set<String> linked(String context) {
    LdxClient.Answer answer =
        ldx.client().with(CONTEXT, context).get("/ldx/links?resource=" + REQUIREMENT);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    Set<String> sources = new TreeSet<>();
    for (JsonNode link : answer.json().path("links")) {
      sources.add(link.path("source").asString());
    }
    return sources;
  }

  private static String contributing(String stream, String local) {
    return """
    @prefix oslc_config: <http://open-services.net/ns/config#> .
    <%1$s> a oslc_config:Stream ; <http://purl.org/dc/terms/title> "Together" ;
      oslc_config:contribution <%1$s#c1> .
    <%1$s#c1> a oslc_config:Contribution ; oslc_config:configuration <%2$s> ;
      oslc_config:contributionOrder "1" .
    """
        .formatted(stream, local);
  }

  private static void contribute(String stream, String local) {
    OslcClient.Answer saved =
        gc.client.put(
            stream, contributing(stream, local), "If-Match", gc.client.get(stream).etag());
    assertThat(saved.status()).as(saved.toString()).isBetween(200, 204);
  }

  private static void age() {
    ldx.execute(
        "update configuration set loaded = loaded - interval '1 hour',"
            + " selections_loaded = selections_loaded - interval '1 hour'");
  }

  @Test
  @Order(1)
  void selectsSameVersionInAllServices() {
    concept =
        qm.make(
            "/qm/oslc/projects/1/resources",
            testCase(
                "with a link",
                "; <http://open-services.net/ns/qm#validatesRequirement> <" + REQUIREMENT + ">"));
    first = contained(qm, "/qm/component/1/configurations");
    String second = qm.make(qm.make(first + "/baselines", "") + "/streams", "");
    OslcClient.Answer saved =
        qm.client.put(
            concept,
            testCase("without", ""),
            CONTEXT,
            second,
            "If-Match",
            qm.client.get(concept, CONTEXT, second).etag());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    String component =
        gc.make(
            "/gc/component",
            "<> a <http://open-services.net/ns/config#Component> ;"
                + " <http://purl.org/dc/terms/title> \"Together\" .");
    String initial = contained(gc, component + "/configurations");
    global = gc.make(initial + "/streams", "");
    ldx.client().poll(source);

    assertThat(linked(global)).as("without contributions").isEmpty();
    contribute(global, first);
    age();
    assertThat(linked(global)).containsExactly(concept);
    assertThat(qm.client.get(concept, CONTEXT, global).body()).contains("with a link");
    contribute(global, second);
    assertThat(qm.client.get(concept, CONTEXT, global).body()).contains("without");
    age();
    assertThat(linked(global)).isEmpty();

    proxied = "/qm/proxy" + URI.create(global).getPath();
    OslcClient.Answer answer = qm.client.get(proxied, "OSLC-Core-Version", "3.0");
    assertThat(answer.body()).isEqualTo(gc.client.get(global).body()).contains(second);
    assertThat(qm.client.get(proxied, "If-None-Match", gc.client.get(global).etag()).status())
        .isEqualTo(304);
  }

  @Test
  @Order(2)
  void indexesFeedOfGcService() {
    Awaitility.await()
        .until(() -> {
          ldx.client().poll(feed);
          return titled("Together") == 2;
        });
    JsonNode indexed = ldx.client().source(feed);
    assertThat(indexed.path("failure").isMissingNode()).as(indexed.toString()).isTrue();
    assertThat(indexed.path("skipped").asInt()).as(indexed.toString()).isZero();
    assertThat(ldx.count("select count(*) from link where data_source = " + feed)).isZero();
  }

  // The component, and the stream as it was saved last.
  private static long titled(String title) {
    return ldx.count(
        "select count(*) from artifact where data_source = %d and title = '%s'"
            .formatted(feed, title));
  }

  @Test
  @Order(3)
  void indexesFillAfterEmptyFeed() {
    int filled = ldx.client().add(qm.base() + "/ccm/trs", 3_600);
    ldx.client().awaitCurrent(filled);
    assertThat(ldx.client().poll(filled).path("failure").isMissingNode()).isTrue();
    OslcClient.Answer fill = qm.client.send("POST", "/ccm/fill?scale=0.0001", new byte[0]);
    assertThat(fill.status()).as(fill.toString()).isEqualTo(200);
    ldx.client().poll(filled);
    assertThat(ldx.count("select count(*) from link where data_source = " + filled)).isEqualTo(22);
  }

  @Test
  @Order(4)
  void answersLocalContextsWhileGcServiceIsDown() {
    assertThat(linked(first)).as("in a local one").containsExactly(concept);
    gc.close();
    age();
    LdxClient.Answer away =
        ldx.client().with(CONTEXT, global).get("/ldx/links?resource=" + REQUIREMENT);
    assertThat(away.status()).as(away.toString()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isNotEmpty();
    assertThat(ldx.client().linksTo(REQUIREMENT)).as("unfiltered").hasSize(1);
    assertThat(qm.client.get(concept, CONTEXT, global).status()).isEqualTo(503);
    assertThat(qm.client.get(proxied).status()).isEqualTo(503);
    assertThat(linked(first)).as("in a local one").containsExactly(concept);
  }
}
