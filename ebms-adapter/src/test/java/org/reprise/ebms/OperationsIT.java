package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** Operators hold, release and cancel messages, and pause partners, by the API and by pages. */
class OperationsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();

  private static String send(EbmsClient client, String cpaId) {
    String id = Messages.freshId();
    Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.lastingOrder(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static Partner acknowledging() {
    return Partner.behaving(
        (n, message) -> new Partner.Reply(200, RetriesIT.acknowledgment(message.header())));
  }

  private static Answer act(EbmsClient client, String id, String action) {
    return client.post("/api/v1/messages/" + id + "/" + action);
  }

  private static int partner(EbmsClient client, String action, String endpoint) {
    return client
        .json("POST", "/api/v1/partners/" + action, "{\"endpoint\": \"" + endpoint + "\"}")
        .status();
  }

  private static List<String> ids(Partner partner) {
    return partner.received().stream().map(one -> one.header().messageData().messageId()).toList();
  }

  // The loop that sends has looked for what is due since.
  private static void awaitClaims(EbmsClient client, String cpaId) {
    for (int i = 0; i < 2; i++) {
      MessagingIT.awaitState(client, send(client, cpaId), "delivered");
    }
  }

  private static String state(EbmsClient client, String id) {
    return client.get("/api/v1/messages/" + id).json().get("state").asString();
  }

  @Test
  void queuedMessageThatIsHeldWaitsForItsRelease() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (Partner beta =
            Partner.behaving((n, message) -> {
              arrived.countDown();
              try {
                mayAnswer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return new Partner.Reply(200, RetriesIT.acknowledgment(message.header()));
            });
        AutoCloseable end = mayAnswer::countDown) {
      EbmsServer server = EbmsServer.narrow();
      EbmsClient client = server.client();
      server.agree(Cpas.named("held").acknowledgingInResponse().betaAt(beta.endpoint()));
      String first = send(client, "held");
      arrived.await();
      String held = send(client, "held");
      await()
          .atMost(LIMIT)
          .until(() ->
              server.count(
                      "select count(*) from delivery where claimed_by is not null and message_id = '"
                          + held
                          + "'")
                  == 1);
      assertThat(act(client, held, "hold").status()).isEqualTo(204);
      end.close();
      MessagingIT.awaitState(client, first, "delivered");
      awaitClaims(client, "held");
      assertThat(ids(beta)).doesNotContain(held);
      assertThat(client.get("/api/v1/messages/" + held).json().get("detail").asString())
          .isEqualTo("Held by %s.".formatted(EbmsServer.USERNAME));
      assertThat(act(client, held, "release").status()).isEqualTo(204);
      MessagingIT.awaitState(client, held, "delivered");
      assertThat(act(client, held, "hold").status()).isEqualTo(409);
    }
  }

  /** A try that runs while its message is held ends with another pause than the hold. */
  @Test
  void messageStaysHeldAfterTryThatRan() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (Partner beta =
            Partner.behaving((n, message) -> {
              arrived.countDown();
              try {
                mayAnswer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return n == 1
                  ? Partner.Reply.of(503)
                  : new Partner.Reply(200, RetriesIT.acknowledgment(message.header()));
            });
        AutoCloseable end = mayAnswer::countDown) {
      SERVER.agree(
          Cpas.named("held-try")
              .acknowledgingInResponse()
              .retries(5, "PT0.1S")
              .betaAt(beta.endpoint()));
      String held = send(CLIENT, "held-try");
      arrived.await();
      assertThat(act(CLIENT, held, "hold").status()).isEqualTo(204);
      end.close();
      await()
          .atMost(LIMIT)
          .until(() ->
              !CLIENT
                  .get("/api/v1/messages/" + held + "/attempts")
                  .json()
                  .get("attempts")
                  .isEmpty());
      awaitClaims(CLIENT, "held-try");
      assertThat(ids(beta).stream().filter(held::equals)).hasSize(1);
      assertThat(act(CLIENT, held, "release").status()).isEqualTo(204);
      MessagingIT.awaitState(CLIENT, held, "delivered");
    }
  }

  @Test
  void cancelledMessageIsFailedAndCanBeResent() {
    try (Partner beta = acknowledging()) {
      SERVER.agree(Cpas.named("cancelled").acknowledgingInResponse().betaAt(beta.endpoint()));
      assertThat(partner(CLIENT, "pause", beta.endpoint())).isEqualTo(204);
      String id = send(CLIENT, "cancelled");
      assertThat(act(CLIENT, id, "cancel").status()).isEqualTo(204);
      assertThat(state(CLIENT, id)).isEqualTo("failed");
      assertThat(SERVER.count("select count(*) from delivery where message_id = '" + id + "'"))
          .isZero();
      assertThat(
              SERVER.count(
                  "select count(*) from message_event where kind = 'FAILED' and detail like 'Cancelled%%'"
                      + " and message_id = '"
                      + id
                      + "'"))
          .isEqualTo(1);
      for (String action : List.of("hold", "release", "cancel")) {
        assertThat(act(CLIENT, id, action).status()).as(action).isEqualTo(409);
        assertThat(act(CLIENT, "no@x", action).status()).as(action).isEqualTo(404);
      }
      assertThat(partner(CLIENT, "pause", "http://127.0.0.1:1/nobody")).isEqualTo(404);
      assertThat(partner(CLIENT, "resume", beta.endpoint())).isEqualTo(204);
      String again = act(CLIENT, id, "resend").json().get("messageId").asString();
      MessagingIT.awaitState(CLIENT, again, "delivered");
      assertThat(ids(beta)).containsExactly(again);
    }
  }

  /** What was sent as often as agreed has its last interval for an acknowledgment. */
  @Test
  void releaseKeepsLastIntervalAndReasonOfLastTry() {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("last-try").retries(0, "PT30M").betaAt(beta.endpoint()));
      String id = send(CLIENT, "last-try");
      String path = "/api/v1/messages/" + id;
      await().atMost(LIMIT).until(() -> CLIENT.get(path).body().contains("Last try"));
      assertThat(act(CLIENT, id, "release").status()).isEqualTo(204);
      assertThat(CLIENT.get(path).body()).contains("Last try");
      assertThat(act(CLIENT, id, "hold").status()).isEqualTo(204);
      assertThat(act(CLIENT, id, "release").status()).isEqualTo(204);
      assertThat(
              SERVER.count(
                  "select count(*) from delivery where next_attempt_at between"
                      + " now() + interval '1 minute' and now() + interval '1 hour'"
                      + " and message_id = '"
                      + id
                      + "'"))
          .isEqualTo(1);
    }
  }

  @Test
  void pausesEndpointHoweverItIsWritten() {
    SERVER.agree(
        Cpas.named("written")
            .alphaErrorsAt("http://127.0.0.1:1/errors")
            .betaAt("http://LOCALHOST:1/written"));
    for (String endpoint : List.of("http://127.0.0.1:1/errors", "http://localhost:1/written")) {
      assertThat(partner(CLIENT, "pause", endpoint)).as(endpoint).isEqualTo(204);
      assertThat(partner(CLIENT, "resume", endpoint)).as(endpoint).isEqualTo(204);
    }
  }

  @Test
  void pausesFormerEndpointForWhichMessagesWait() {
    String former = "http://127.0.0.1:1/former";
    Cpas cpa = Cpas.named("former");
    SERVER.agree(cpa.betaAt(former));
    String id = send(CLIENT, "former");
    assertThat(act(CLIENT, id, "hold").status()).isEqualTo(204);
    String replaced = cpa.betaAt("http://127.0.0.1:1/later").xml();
    assertThat(CLIENT.xml("PUT", "/api/v1/agreements/former", replaced).status()).isEqualTo(200);
    assertThat(partner(CLIENT, "pause", former)).isEqualTo(204);
    assertThat(partner(CLIENT, "resume", former)).isEqualTo(204);
    assertThat(act(CLIENT, id, "cancel").status()).isEqualTo(204);
    assertThat(partner(CLIENT, "pause", former)).isEqualTo(404);
  }

  private static Answer submit(EbmsClient client, Answer page, String path, String... fields) {
    Matcher token = TOKEN.matcher(page.body());
    assertThat(token.find()).as(page.toString()).isTrue();
    String cookie = page.header("Set-Cookie");
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/ebms-admin");
    return submit(client, path, "_csrf=" + token.group(1), cookie.split(";")[0], fields);
  }

  private static Answer submit(
      EbmsClient client, String path, String start, String cookie, String... fields) {
    StringBuilder body = new StringBuilder(start);
    for (int i = 0; i < fields.length; i += 2) {
      body.append('&')
          .append(fields[i])
          .append('=')
          .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
    }
    List<String> headers =
        new ArrayList<>(List.of("Content-Type", "application/x-www-form-urlencoded"));
    if (!cookie.isEmpty()) {
      headers.addAll(List.of("Cookie", cookie));
    }
    return client.send(
        "POST", path, BodyPublishers.ofString(body.toString()), headers.toArray(String[]::new));
  }

  @Test
  void pagesActOnManyMessagesAndOnPartners() {
    try (Partner beta = acknowledging()) {
      SERVER.agree(Cpas.named("by-page").acknowledgingInResponse().betaAt(beta.endpoint()));
      Answer partners = CLIENT.get("/ebms-admin/partners");
      String act = "/ebms-admin/partners/actions";
      String[] pause = {"action", "PAUSE", "endpoint", beta.endpoint()};
      assertThat(submit(CLIENT, act, "x=y", "", pause).status()).isEqualTo(403);
      EbmsClient backEnd = SERVER.client(EbmsServer.BACK_END, EbmsServer.PASSWORD);
      assertThat(submit(backEnd, partners, act, pause).status()).isEqualTo(403);
      assertThat(CLIENT.get("/api/v1/partners/paused").body()).doesNotContain(beta.endpoint());
      assertThat(submit(CLIENT, partners, act, pause).status()).isEqualTo(303);
      assertThat(CLIENT.get("/ebms-admin/partners").body()).contains("paused", "Resume");
      String one = send(CLIENT, "by-page");
      String two = send(CLIENT, "by-page");
      Answer list = CLIENT.get("/ebms-admin/messages?cpaId=by-page");
      String many = "/ebms-admin/messages/actions";
      Answer held =
          submit(CLIENT, list, many, "action", "HOLD", "id", one, "id", two, "id", "<b>,x");
      assertThat(held.status()).as(held.toString()).isEqualTo(200);
      assertThat(held.body())
          .contains("Done for 2 messages", one, two, "There is no message", "&lt;b&gt;,x")
          .doesNotContain("<b>,x");
      Answer message = CLIENT.get("/ebms-admin/messages/one?direction=OUT&id=" + one);
      assertThat(message.body()).contains("Held by", ">Release<").doesNotContain(">Hold<");
      submit(CLIENT, message, many, "action", "CANCEL", "id", one);
      submit(CLIENT, message, many, "action", "RELEASE", "id", two);
      assertThat(submit(CLIENT, message, many, "action", "RESEND", "id", one).body())
          .contains("Done for 1 message");
      submit(CLIENT, partners, act, "action", "RESUME", "endpoint", beta.endpoint());
      MessagingIT.awaitState(CLIENT, two, "delivered");
      await().atMost(LIMIT).until(() -> beta.received().size() == 2);
      assertThat(CLIENT.get("/ebms-admin/actions").body())
          .contains("hold", "cancel", "release", "resend", "pause", "resume");
    }
  }
}
