package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import tools.jackson.databind.JsonNode;

/** Agreements over REST. */
class AgreementsIT {
  private static final String PATH = "/api/v1/agreements";
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final EbmsServer server = EbmsServer.shared();
  private final EbmsClient client = server.client();

  @Test
  void storesListsReplacesAndDeletesAgreements() {
    String document = Cpas.named("crud").xml();
    Answer created = client.xml("POST", PATH, document);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo(PATH + "/crud");

    Answer read = client.get(PATH + "/crud");
    assertThat(read.body()).isEqualTo(document);
    assertThat(read.header("Content-Disposition")).isEqualTo("attachment");
    assertThat(read.header("Content-Type")).startsWith("application/xml");
    JsonNode summary = client.get(PATH + "/crud", "Accept", "application/json").json();
    assertThat(summary.get("status").asString()).isEqualTo("agreed");
    assertThat(summary.get("parties").get(1).get("ids").get(0).get("value").asString())
        .isEqualTo(Cpas.BETA);
    assertThat(client.get(PATH).body()).contains("\"crud\"");

    String changed = Cpas.named("crud").synchronous().xml();
    assertThat(client.xml("PUT", PATH + "/crud", changed).status()).isEqualTo(200);
    assertThat(client.get(PATH + "/crud").body()).isEqualTo(changed);
    String ping = Messages.ping("crud", Messages.freshId());
    assertThat(client.message(ping).status()).as("used at once").isEqualTo(200);

    assertThat(client.delete(PATH + "/crud").status()).isEqualTo(204);
    assertThat(client.message(ping).status()).isEqualTo(500);
    assertProblem(client.delete(PATH + "/crud"), 404, "crud");
    assertProblem(client.get(PATH + "/crud"), 404, "crud");
    assertProblem(client.get(PATH + "/crud", "Accept", "application/json"), 404, "crud");
    assertThat(client.xml("PUT", PATH + "/crud", document).status()).isEqualTo(201);
  }

  private static void assertProblem(Answer answer, int status, String... details) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.json().get("correlationId").asString()).isNotEmpty();
    assertThat(answer.json().get("detail").asString()).contains(details);
  }

  @Test
  void keepsAgreementOfWaitingMessages() {
    try (Partner beta = Partner.willing()) {
      server.agree(Cpas.named("in-use").retries(3, "PT1H").betaAt(beta.endpoint()));
      String order = EbmsClient.order("in-use", Messages.freshId());
      assertThat(client.json("POST", "/api/v1/messages", order).status()).isEqualTo(202);
      assertProblem(client.delete(PATH + "/in-use"), 409, "1 messages", "force=true");
      assertThat(client.get(PATH + "/in-use").status()).isEqualTo(200);
      assertThat(client.delete(PATH + "/in-use?force=true").status()).isEqualTo(204);
    }
  }

  @Test
  void deletesNoAgreementWhoseMessageCameMeanwhile() throws Exception {
    try (Partner beta = Partner.willing();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      server.agree(Cpas.named("meanwhile").retries(3, "PT1H").betaAt(beta.endpoint()));
      connection.setAutoCommit(false);
      statement.execute("select from agreement_revision for update");
      Future<Answer> deletion = callers.submit(() -> client.delete(PATH + "/meanwhile"));
      await().atMost(LIMIT).until(() -> LockOrderIT.isWaitingForLock(statement));
      String order = EbmsClient.order("meanwhile", Messages.freshId());
      assertThat(client.json("POST", "/api/v1/messages", order).status()).isEqualTo(202);
      connection.rollback();
      assertProblem(deletion.get(), 409, "1 messages", "force=true");
      assertThat(client.delete(PATH + "/meanwhile?force=true").status()).isEqualTo(204);
    }
  }

  @Test
  void showsStoredAgreementThatCannotBeUsed() throws Exception {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      // As an earlier version took it.
      statement.execute(
          """
          insert into agreement (cpa_id, document, revision, imported_by, imported_at)
          select 'refused-now', '<old/>', revision + 1, 'somebody', now() from agreement_revision;
          update agreement_revision set revision = revision + 1\
          """);
    }
    await().atMost(LIMIT).until(() -> client.get(PATH).body().contains("refused-now"));
    JsonNode shown = client.get(PATH + "/refused-now", "Accept", "application/json").json();
    assertThat(shown.get("status").asString()).isEqualTo("unusable");
    assertThat(shown.get("reason").asString()).contains("the root must be");
    assertThat(client.get(PATH + "/refused-now", "Accept", "Application/JSON").body())
        .contains("unusable");
    assertThat(client.get(PATH + "/refused-now").body()).isEqualTo("<old/>");
    assertThat(client.delete(PATH + "/refused-now").status()).isEqualTo(204);
    assertThat(client.get(PATH).body()).doesNotContain("refused-now");
  }

  @Test
  void sendsNothingConfidentialWithoutTls() {
    X509Certificate certificate = new TestCa("confidential").issue(Cpas.ALPHA).certificate();
    server.agree(
        Cpas.named("exposed").signed(certificate, certificate).betaAt("http://beta.example/ebms"));
    String order = EbmsClient.order("exposed", Messages.freshId());
    assertProblem(client.json("POST", "/api/v1/messages", order), 400, "without TLS");
  }

  @Test
  void refusesDuplicateAgreement() {
    server.agree(Cpas.named("twice"));
    assertProblem(client.xml("POST", PATH, Cpas.named("twice").xml()), 409, "twice");
  }

  @Test
  void oneOfManyConcurrentImportsSucceeds() throws Exception {
    String document = Cpas.named("race").xml();
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Integer>> statuses = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        statuses.add(
            callers.submit(() -> {
              start.await();
              return client.xml("POST", PATH, document).status();
            }));
      }
      start.countDown();
    }
    List<Integer> seen = new ArrayList<>();
    for (Future<Integer> status : statuses) {
      seen.add(status.get());
    }
    assertThat(seen).containsOnly(201, 409).containsOnlyOnce(201);
    assertThat(server.count("select count(*) from agreement where cpa_id = 'race'")).isOne();
  }

  @Test
  void oneOfManyConcurrentReplacementsCreates() throws Exception {
    String document = Cpas.named("put-race").xml();
    List<Future<Integer>> statuses = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        statuses.add(
            callers.submit(() -> client.xml("PUT", PATH + "/put-race", document).status()));
      }
    }
    List<Integer> seen = new ArrayList<>();
    for (Future<Integer> status : statuses) {
      seen.add(status.get());
    }
    assertThat(seen).containsOnly(200, 201).containsOnlyOnce(201);
  }

  @Test
  void refusesBadDocumentWithFaultAndPlace() {
    String good = Cpas.named("bad-document").xml();
    assertProblem(client.xml("POST", PATH, "hello"), 400, "line 1", "not readable");
    assertProblem(
        client.xml("POST", PATH, good.replace("<c:Collab", "<!DOCTYPE x><c:Collab")),
        400,
        "document type");
    assertProblem(
        client.xml("POST", PATH, good.replace("c:value=\"agreed\"", "c:value=\"maybe\"")),
        400,
        "line 4",
        "/CollaborationProtocolAgreement/Status",
        "maybe");
    assertProblem(
        client.xml("POST", PATH, good.replace("A-signals\" c:default", "none\" c:default")),
        400,
        "defaultMshChannelId",
        "none");
    assertProblem(
        client.xml("POST", PATH, good.replace("http://127.0.0.1:9/ebms", "file:///etc/passwd")),
        400,
        "Endpoint",
        "http");
    assertProblem(client.xml("PUT", PATH + "/another", good), 400, "bad-document", "another");
    assertProblem(client.json("POST", PATH, "{}"), 415, "");
    assertThat(client.get(PATH + "/bad-document").status()).isEqualTo(404);
  }

  @Test
  void validatesWithoutStoring() {
    JsonNode good = client.xml("POST", PATH + "/validate", Cpas.named("v").xml()).json();
    assertThat(good.get("valid").asBoolean()).isTrue();
    assertThat(good.get("findings").size()).isZero();
    String ended = Cpas.named("v").between("2001-01-01T00:00:00Z", "2002-01-01T00:00:00Z").xml();
    JsonNode warned = client.xml("POST", PATH + "/validate", ended).json();
    assertThat(warned.get("valid").asBoolean()).isTrue();
    assertThat(warned.get("findings").get(0).get("severity").asString()).isEqualTo("WARNING");
    String bad = Cpas.named("v").status("x").between("then", "now").xml();
    JsonNode refused = client.xml("POST", PATH + "/validate", bad).json();
    assertThat(refused.get("valid").asBoolean()).isFalse();
    assertThat(refused.get("findings").size()).isEqualTo(3);
    assertThat(client.get(PATH + "/v").status()).isEqualTo(404);
  }

  @Test
  void answers401WithoutCredentials() {
    assertThat(server.client("", "").get(PATH).status()).isEqualTo(401);
    assertThat(server.client(EbmsServer.USERNAME, "wrong").get(PATH).status()).isEqualTo(401);
  }

  @Test
  void refusesInvalidPingRequests() {
    server.agree(Cpas.named("pings").betaAt("http://10.0.0.1/ebms"));
    String json = "{\"cpaId\": \"%s\", \"fromPartyId\": \"%s\", \"toPartyId\": \"%s\"}";
    String path = "/api/v1/pings";
    assertProblem(client.json("POST", path, "{}"), 400, "cpaId");
    assertProblem(
        client.json("POST", path, json.formatted("none", Cpas.ALPHA, Cpas.BETA)), 404, "none");
    assertProblem(client.json("POST", path, json.formatted("pings", "x", Cpas.BETA)), 400, "'x'");
    assertProblem(
        client.json("POST", path, json.formatted("pings", Cpas.BETA, Cpas.BETA)), 400, "same");
    assertProblem(
        client.json("POST", path, json.formatted("pings", Cpas.ALPHA, Cpas.BETA)),
        400,
        "allowed-hosts");
    assertProblem(client.get(path + "/nobody@x"), 404, "nobody@x");
  }
}
