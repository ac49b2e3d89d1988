package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
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
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;
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

  private static ServiceProcess qm;
  private static ServiceProcess gc;
  private static LdxServer ldx;
  private static int source;
  private static int feed;
  private static String concept = "";
  private static String first = "";
  private static String global = "";
  private static String proxied = "";

  @BeforeAll
  static void start() throws IOException {
    int qmPort = FreePort.lasting();
    int gcPort = FreePort.lasting();
    String qmBase = "http://127.0.0.1:" + qmPort;
    String gcBase = "http://127.0.0.1:" + gcPort;
    qm =
        ServiceProcess.start(
            "trs-feed",
            qmPort,
            TestDatabase.freshDatabase(),
            output.resolve("qm"),
            "--reprise.trs.applications=qm",
            "--reprise.trs.projects=2",
            "--reprise.trs.base-uri=" + qmBase,
            "--reprise.trs.global-configurations.base-uri=" + gcBase,
            "--reprise.trs.global-configurations.timeout=5m",
            "--reprise.trs.global-configurations.username=" + LdxServer.USERNAME,
            "--reprise.trs.global-configurations.password=" + LdxServer.PASSWORD);
    gc =
        ServiceProcess.start(
            "gc-service",
            gcPort,
            TestDatabase.freshDatabase(),
            output.resolve("gc"),
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
  private static String contained(ServiceProcess service, String container) {
    String body = service.send("GET", container, "").body();
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
    HttpResponse<String> saved =
        gc.send("PUT", stream, contributing(stream, local), "If-Match", gc.header(stream, "ETag"));
    assertThat(saved.statusCode()).as(saved.body()).isBetween(200, 204);
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
    HttpResponse<String> saved =
        qm.send(
            "PUT",
            concept,
            testCase("without", ""),
            CONTEXT,
            second,
            "If-Match",
            qm.send("GET", concept, "", CONTEXT, second)
                .headers()
                .firstValue("ETag")
                .orElseThrow());
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
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
    assertThat(qm.send("GET", concept, "", CONTEXT, global).body()).contains("with a link");
    contribute(global, second);
    assertThat(qm.send("GET", concept, "", CONTEXT, global).body()).contains("without");
    age();
    assertThat(linked(global)).isEmpty();

    proxied = "/qm/proxy" + URI.create(global).getPath();
    HttpResponse<String> answer = qm.send("GET", proxied, "", "OSLC-Core-Version", "3.0");
    assertThat(answer.body()).isEqualTo(gc.send("GET", global, "").body()).contains(second);
    assertThat(qm.send("GET", proxied, "", "If-None-Match", gc.header(global, "ETag")).statusCode())
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
  void answersLocalContextsWhileGcServiceIsDown() {
    assertThat(linked(first)).as("in a local one").containsExactly(concept);
    gc.close();
    age();
    LdxClient.Answer away =
        ldx.client().with(CONTEXT, global).get("/ldx/links?resource=" + REQUIREMENT);
    assertThat(away.status()).as(away.toString()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isNotEmpty();
    assertThat(ldx.client().linksTo(REQUIREMENT)).as("unfiltered").hasSize(1);
    assertThat(qm.send("GET", concept, "", CONTEXT, global).statusCode()).isEqualTo(503);
    assertThat(qm.send("GET", proxied, "").statusCode()).isEqualTo(503);
    assertThat(linked(first)).as("in a local one").containsExactly(concept);
  }
}
