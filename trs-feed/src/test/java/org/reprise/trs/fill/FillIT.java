package org.reprise.trs.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.vocabulary.RDF;
import org.junit.jupiter.api.Test;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

class FillIT {
  private static final byte[] NOTHING = {};
  private static final String TRS = "http://open-services.net/ns/core/trs#";
  private static final String LDP = "http://www.w3.org/ns/ldp#";

  @Test
  void fillsAnEmptyApplicationOnce() {
    try (TrsServer server = TrsServer.start()) {
      OslcClient client = server.client();
      for (String application : List.of("ccm", "qm", "rm")) {
        OslcClient.Answer filled =
            client.send("POST", "/" + application + "/fill?scale=0.01&seed=7", NOTHING);
        assertThat(filled.status()).as(filled.toString()).isEqualTo(200);
        assertThat(
                server.count(
                    "select count(*) from project where application = '" + application + "'"))
            .isEqualTo(131);
      }
      assertThat(server.count("select count(*) from version where application = 'ccm'"))
          .isEqualTo(2_238);
      assertThat(server.count("select count(*) from version where application = 'qm'"))
          .isEqualTo(4_380);
      assertThat(server.count("select count(*) from link")).isEqualTo(2_238 + 4_380);
      assertThat(server.count(configurations("stream"))).isEqualTo(131);
      assertThat(server.count(configurations("baseline"))).isEqualTo(262);
      Documents.error(client.send("POST", "/qm/fill?scale=0.01&seed=7", NOTHING), 409);
      Documents.error(client.send("POST", "/qm/fill?scale=0", NOTHING), 400);
      Documents.error(client.send("POST", "/qm/fill?sclae=0.01", NOTHING), 400);
      Documents.error(client.send("POST", "/qm/fill?scale=NaN", NOTHING), 400);

      Set<String> members = members(client, "qm");
      assertThat(members).hasSize(4_380);
      String version = server.baseUri() + "/qm/version/17";
      assertThat(members).contains(version);
      Model model = client.get(version).model();
      String concept = server.baseUri() + "/qm/resource/17";
      List<String> targets =
          Documents.values(model, concept, "http://open-services.net/ns/qm#validatesRequirement");
      assertThat(targets).hasSize(1);
      assertThat(client.get(targets.getFirst()).status()).isEqualTo(200);
      String workItem = server.baseUri() + "/ccm/resource/3";
      assertThat(
              Documents.values(
                  client.get(workItem).model(),
                  workItem,
                  "http://open-services.net/ns/cm#testedByTestCase"))
          .hasSize(1);

      // What is created then has ids of its own, and baselines keep what they select.
      OslcClient.Answer read = client.get(concept);
      assertThat(
              client.put(concept, Contents.testCase("Changed"), "If-Match", read.etag()).status())
          .isEqualTo(200);
      assertThat(
              server.count("select count(*) from change where kind = 'Deletion'")
                  + server.count("select count(*) from event where kind = 'Deletion'"))
          .isZero();
      OslcClient.Answer created =
          client.post("/qm/oslc/projects/131/resources", Contents.testCase("New"));
      assertThat(created.status()).isEqualTo(201);
      assertThat(members).doesNotContain(created.location().replace("resource", "version"));
    }
  }

  private static String configurations(String kind) {
    return "select count(*) from configuration where application = 'qm' and kind = '" + kind + "'";
  }

  private static Set<String> members(OslcClient client, String application) {
    Set<String> all = new HashSet<>();
    String page = client.get("/" + application + "/trs/base").location();
    while (page != null) {
      Model model = client.get(page).model();
      model
          .listObjectsOfProperty(model.createProperty(LDP, "member"))
          .forEachRemaining(node -> all.add(node.asResource().getURI()));
      String next = Documents.value(model, LDP + "nextPage");
      page = next.equals(RDF.nil.getURI()) ? null : next;
    }
    return all;
  }

  @Test
  void fillsAllOrNothing() {
    try (TrsServer server = TrsServer.start("--reprise.trs.applications=ccm")) {
      OslcClient client = server.client();
      String fill = "/ccm/fill?scale=0.001";
      Documents.error(client.send("POST", fill, NOTHING, "Accept", "text/turtle"), 406);
      server.execute(
          """
          create function fail() returns trigger as 'begin raise exception ''no base''; end'
          language plpgsql;
          create trigger fail before insert on base_page for each row execute function fail()\
          """);
      Documents.error(client.send("POST", fill, NOTHING), 500);
      server.execute("drop trigger fail on base_page");
      assertThat(server.count("select count(*) from version")).isZero();
      assertThat(server.count("select count(*) from project")).isEqualTo(3);

      OslcClient.Answer created =
          client.post("/ccm/oslc/projects/1/resources", Contents.workItem("Soon deleted"));
      assertThat(client.delete(created.location()).status()).isEqualTo(204);
      Documents.error(client.send("POST", fill, NOTHING), 409);
      assertThat(server.count("select count(*) from version")).isZero();
      assertThat(server.count("select count(*) from project")).isEqualTo(3);
    }
  }

  /** The other session does what a fill does. */
  @Test
  void createsWorkItemBesideFillWithFurtherId() throws Exception {
    String limit = "--reprise.database.%s-timeout=10min";
    try (TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=ccm",
                limit.formatted("lock"),
                limit.formatted("statement"),
                limit.formatted("transaction"));
        Connection session = server.database().connect();
        Statement fill = session.createStatement();
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      session.setAutoCommit(false);
      fill.execute("lock table artifact in share row exclusive mode");
      Future<OslcClient.Answer> created =
          threads.submit(() ->
              server
                  .client()
                  .post("/ccm/oslc/projects/1/resources", Contents.workItem("Meanwhile")));
      await().until(() -> server.count("select count(*) from pg_locks where not granted") > 0);
      fill.execute("insert into artifact (application, id, project) values ('ccm', 1, 1)");
      fill.execute("select setval('artifact_id', greatest(1, nextval('artifact_id')))");
      session.commit();
      assertThat(created.get().status()).as(created.get().toString()).isEqualTo(201);
    }
  }

  @Test
  void sameSeedGivesSameArtifactsAndLogBeginsAfterTruncatedSegment() {
    try (TrsServer one = TrsServer.start("--reprise.trs.applications=ccm");
        TrsServer other =
            TrsServer.start(
                "--reprise.trs.applications=ccm", "--reprise.trs.base-uri=" + one.baseUri())) {
      OslcClient client = one.client();
      OslcClient.Answer empty = client.get("/ccm/trs");
      String fill = "/ccm/fill?scale=0.0001&seed=5";
      client.send("POST", fill, NOTHING);
      other.client().send("POST", fill, NOTHING);
      assertThat(
              new String(client.get("/ccm/resource/9").response().body(), StandardCharsets.UTF_8))
          .isEqualTo(other.client().get("/ccm/resource/9").body());
      beginsLogAfterTruncatedSegment(one, empty.etag());
    }
  }

  private static void beginsLogAfterTruncatedSegment(TrsServer server, String etagOfEmptyFeed) {
    OslcClient client = server.client();
    OslcClient.Answer filled = client.get("/ccm/trs", "If-None-Match", etagOfEmptyFeed);
    assertThat(filled.status()).as(filled.toString()).isEqualTo(200);
    assertThat(filled.body()).doesNotContain("previous");
    Model base = client.get(client.get("/ccm/trs/base").location()).model();
    assertThat(Documents.value(filled.model(), TRS + "change"))
        .isEqualTo(Documents.value(base, TRS + "cutoffEvent"));
    assertThat(Documents.value(filled.model(), TRS + "order")).isEqualTo("1001");
    assertThat(Documents.value(filled.model(), TRS + "changed"))
        .isEqualTo(server.baseUri() + "/ccm/resource/1");
    client.post("/ccm/oslc/projects/1/resources", Contents.workItem("Later"));
    await().until(() -> server.count("select max(position) from event"), newest -> newest == 1_002);
  }
}
