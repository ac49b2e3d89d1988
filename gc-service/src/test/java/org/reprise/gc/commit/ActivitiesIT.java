package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** How far the creation of a baseline is, and requests for one that are sent again. */
class ActivitiesIT {
  private static final String AUTO = "http://open-services.net/ns/auto#";
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final String TITLE = Configs.PREFIXES + "<> dcterms:title \"R1\" .";

  @Test
  void createsOneBaselineForRepeatedRequest() throws Exception {
    String stream = CONFIGS.stream("Repeated");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(101), "a"));
    Set<String> made = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<GcClient.Answer>> answers = new ArrayList<>();
      for (int n = 0; n < 6; n++) {
        answers.add(threads.submit(() -> commit(stream, "", "once ]#")));
      }
      for (Future<GcClient.Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().toString()).isEqualTo(201);
        made.add(answer.get().location());
      }
    }
    assertThat(made).hasSize(1);
    assertThat(QM.count("POST /qm/configuration/101/baselines")).isEqualTo(1);

    // The stream goes on, and the request is still the same.
    CONFIGS.contribute(stream, Sent.of(QM.configuration(102), "a"));
    assertThat(commit(stream, "", "once ]#").location()).isIn(made);
    GcClient.Answer another = commit(stream, TITLE, "other");
    assertThat(another.status()).isEqualTo(201);
    assertThat(another.location()).isNotIn(made);
    assertThat(commit(stream, TITLE, "other").location()).isEqualTo(another.location());

    long before = CONFIGS.rows();
    assertThat(Documents.error(commit(stream, TITLE, "once ]#"), 422)).contains("Idempotency-Key");
    Documents.error(commit(stream, "", "other"), 422);
    Documents.error(commit(stream, TITLE + "<> dcterms:subject \"tag\" .", "other"), 422);
    for (String wrong : List.of("bare", "\"\"", "\"a\"b\"", "\"" + "x".repeat(101) + "\"")) {
      Documents.error(CLIENT.post(stream + "/baselines", "", "Idempotency-Key", wrong), 400);
    }
    assertThat(CONFIGS.rows()).isEqualTo(before);

    String elsewhere = CONFIGS.stream("Elsewhere");
    CONFIGS.contribute(elsewhere, Sent.of(QM.configuration(103), "a"));
    assertThat(commit(elsewhere, "", "once ]#").location()).as("of another stream").isNotIn(made);
  }

  @Test
  void failedRequestCanBeRepeated() {
    String stream = CONFIGS.stream("Failed");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(111), "a"));
    QM.fault(
        "POST /qm/configuration/111/baselines",
        exchange -> {
          FakeApplication.answer(exchange, 409, "");
          return true;
        });
    Documents.error(commit(stream, "", "patient"), 502);
    QM.heal();
    GcClient.Answer made = commit(stream, "", "patient");
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    assertThat(commit(stream, "", "patient").location()).isEqualTo(made.location());
  }

  private static GcClient.Answer commit(String stream, String body, String key) {
    return CLIENT.post(stream + "/baselines", body, "Idempotency-Key", '"' + key + '"');
  }

  @Test
  void slowBaselineReturnsActivity() throws Exception {
    try (FakeApplication qm = new FakeApplication();
        GcServer server = GcServer.start(qm.settings("--reprise.gc.commit.wait=0s"))) {
      Configs configs = new Configs(server);
      GcClient client = server.client();
      String stream = configs.stream("Slow");
      configs.contribute(stream, Sent.of(qm.configuration(61), "a"));
      CountDownLatch go = new CountDownLatch(1);
      qm.fault("POST /qm/configuration/61/baselines", exchange -> FakeApplication.hold(go));
      GcClient.Answer begun = client.post(stream + "/baselines", "", "Idempotency-Key", "\"slow\"");
      assertThat(begun.status()).isEqualTo(202);
      assertThat(begun.header("Content-Type")).isEqualTo("text/turtle;charset=UTF-8");
      assertThat(begun.header("Vary")).contains("Accept");
      String activity = begun.location();
      GcClient.Answer repeated =
          client.post(stream + "/baselines", "", "Idempotency-Key", "\"slow\"");
      assertThat(repeated.status()).isEqualTo(202);
      assertThat(repeated.location()).isEqualTo(activity);
      Model model = client.get(activity).model();
      assertThat(Documents.values(model, activity, AUTO + "state"))
          .containsExactly(AUTO + "inProgress");
      assertThat(Documents.values(model, activity, AUTO + "verdict"))
          .containsExactly(AUTO + "unavailable");
      go.countDown();
      await()
          .until(() ->
              Documents.values(client.get(activity).model(), activity, AUTO + "verdict")
                  .contains(AUTO + "passed"));
      String baseline =
          Documents.value(client.get(activity).model(), "http://purl.org/dc/terms/references");
      assertThat(configs.resolved(baseline)).hasSize(2);
      Documents.error(client.get("/gc/activity/987654"), 404);
      server.execute("update activity set modified = now() - interval '25 hours'");
      server.close();
      try (GcServer again =
          GcServer.start(server.database(), "--reprise.gc.base-uri=" + server.baseUri())) {
        await().until(() -> again.client().get(activity).status() == 404);
        assertThat(again.client().get(baseline).status()).isEqualTo(200);
      }
    }
  }
}
