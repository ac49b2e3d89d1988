package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;

/** The operators' pages: what they show, to whom, and that texts of partners are escaped. */
class AdminPagesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient CLIENT = SERVER.client();
  private static final String MARKUP = "<b>\"x\"</b>";
  private static final String ESCAPED = "&lt;b&gt;&quot;x&quot;&lt;/b&gt;";

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String page(String path) {
    Answer answer = CLIENT.get("/ebms-admin" + path);
    assertThat(answer.status()).as(path + " " + answer).isEqualTo(200);
    return answer.body();
  }

  private static String send(String cpaId, String... more) {
    String id = Messages.freshId();
    Answer answer = CLIENT.json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id, more));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/messages", "/partners", "/agreements", "/refused", "/events", "/actions"})
  void pagesHaveSecurityHeaders(String path) {
    Answer answer = CLIENT.get("/ebms-admin" + path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("script-src");
    assertThat(answer.body()).contains("name=\"viewport\"", "href=\"#main\"", "<main id=\"main\"");
    assertThat(CLIENT.get("/ebms-admin/ebms.css").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/ebms-admin, 200, 200",
    "/ebms-admin/agreements, 200, 200",
    "/ebms-admin/partners, 200, 200",
    "/ebms-admin/messages, 200, 403",
    "/ebms-admin/messages/one?direction=OUT&id=none, 404, 403",
    "/ebms-admin/events, 200, 403",
    "/ebms-admin/refused, 200, 403",
    "/ebms-admin/actions, 403, 200"
  })
  void roleAllowsPagesOfItsApi(String path, int backEnd, int administrator) {
    EbmsClient other = SERVER.client(EbmsServer.BACK_END, EbmsServer.PASSWORD);
    assertThat(other.get(path).status()).isEqualTo(backEnd);
    Answer answer = SERVER.client(EbmsServer.ADMINISTRATOR, EbmsServer.PASSWORD).get(path);
    assertThat(answer.status()).isEqualTo(administrator);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(SERVER.client("nobody", "wrong").get(path).status()).isEqualTo(401);
  }

  @Test
  void showsMessageWithAttemptsAndReason() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("pages-failed").betaAt(beta.endpoint()));
      String id = send("pages-failed", "\"conversationId\": \"<b>\\\"x\\\"</b>\"");
      MessagingIT.awaitState(CLIENT, id, "failed");
      String message = page("/messages/one?direction=OUT&id=" + encode(id));
      assertThat(message).contains("404", ESCAPED).doesNotContain(MARKUP);
      String envelope = message.replaceAll("(?s).*href=\"([^\"]*/envelope)\".*", "$1");
      assertThat(CLIENT.get(envelope).body()).contains(id);
      assertThat(page("/messages?cpaId=pages-failed&state=failed&detail=STATUS+404&partner="))
          .contains(id);
      assertThat(page("/messages?cpaId=pages-failed&detail=nothing")).doesNotContain(id);
      assertThat(page("/messages?conversationId=" + encode(MARKUP)))
          .contains(id, ESCAPED)
          .doesNotContain(MARKUP);
      assertThat(page("/events")).contains(id);
      assertThat(page("/partners")).contains(beta.endpoint(), "404", id);
      String partner = "urn:osb:oin:" + Cpas.BETA;
      assertThat(page("")).contains(partner);
      assertThat(page("/messages?direction=OUT&partner=" + partner)).contains(id);
      assertThat(page("/messages?direction=IN&partner=" + partner)).doesNotContain(id);
    }
  }

  @Test
  void marksHeldMessages() {
    try (Partner beta = Partner.answering(n -> 503)) {
      SERVER.agree(Cpas.named("pages-held").retries(3, "PT1H").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      String order = EbmsClient.lastingOrder("pages-held", id);
      assertThat(CLIENT.json("POST", "/api/v1/messages", order).status()).isEqualTo(202);
      assertThat(page("/messages?cpaId=pages-held")).contains(id).doesNotContain("(held)");
      String message = "/api/v1/messages/" + id;
      assertThat(CLIENT.json("POST", message + "/hold", "").status()).isEqualTo(204);
      assertThat(page("/messages?cpaId=pages-held")).contains(id, "(held)");
      assertThat(CLIENT.json("POST", message + "/cancel", "").status()).isEqualTo(204);
      assertThat(page("/messages?cpaId=pages-held")).contains(id).doesNotContain("(held)");
    }
  }

  @Test
  void pagesMessagesNewestFirst() {
    try (Partner beta = Partner.answering(n -> 404)) {
      SERVER.agree(Cpas.named("pages-newest").betaAt(beta.endpoint()));
      String older = send("pages-newest", "\"refToMessageId\": \"first@pages\"");
      String newer = send("pages-newest");
      MessagingIT.awaitState(CLIENT, newer, "failed");
      MessagingIT.awaitState(CLIENT, older, "failed");
      String first = page("/messages?cpaId=pages-newest&limit=1");
      assertThat(first).contains(newer).doesNotContain(older);
      String next = first.replaceAll("(?s).*href=\"\\?([^\"]*)\">Older.*", "$1");
      assertThat(page("/messages?" + next.replace("&amp;", "&")))
          .contains(older)
          .doesNotContain(newer);
      assertThat(page("/messages?refToMessageId=first%40pages"))
          .contains(older)
          .doesNotContain(newer);
    }
  }

  @Test
  void showsRefusedMessageEscaped() {
    SERVER.agree(Cpas.named("pages-refused").alphaAt(SERVER.ebms()));
    String id = Messages.freshId();
    String order =
        Messages.order("pages-refused", id)
            .replace("<e:Action>order", "<e:Action>&lt;b&gt;\"x\"&lt;/b&gt;");
    assertThat(CLIENT.message(order).status()).isEqualTo(500);
    await().atMost(LIMIT).until(() -> page("/refused").contains(id));
    assertThat(page("/refused"))
        .contains("ValueNotRecognized", ESCAPED, "pages-refused")
        .doesNotContain(MARKUP);
  }

  @Test
  void showsWhoImportedAndWhatEndsSoon() {
    Instant end = Instant.now().plus(10, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
    String cpa = Cpas.named("pages-ending").between("2020-01-01T00:00:00Z", end.toString()).xml();
    EbmsClient administrator = SERVER.client(EbmsServer.ADMINISTRATOR, EbmsServer.PASSWORD);
    assertThat(administrator.xml("PUT", "/api/v1/agreements/pages-ending", cpa).status())
        .isEqualTo(201);
    assertThat(page("/agreements/one?cpaId=pages-ending"))
        .contains("by " + EbmsServer.ADMINISTRATOR, "ends soon");
    assertThat(page("")).contains("pages-ending", end.toString().substring(0, 10));
    assertThat(page("/agreements?after=pages-endin")).contains("pages-ending", "ends");
    assertThat(page("/actions")).contains("import agreement", "pages-ending");
    SERVER.execute("delete from agreement where cpa_id = 'pages-ending'");
  }

  @ParameterizedTest
  @CsvSource({
    "/messages/one?direction=OUT&id=no%40x, 404",
    "/agreements/one?cpaId=%3Cb%3E%22x%22%3C%2Fb%3E, 404",
    "/messages?state=nothing, 400",
    "/messages?direction=UP, 400",
    "/messages?limit=100000, 400",
    "/messages?cpaId=a%00b, 400",
    "/events?before=x, 400",
    "/nothing, 404"
  })
  void answersErrorsAsPages(String path, int status) {
    Answer answer = CLIENT.get("/ebms-admin" + path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.body()).contains("class=\"failure\"").doesNotContain(MARKUP);
  }

  /** Counts of this table's scans, which PostgreSQL publishes some seconds later. */
  private static long scans(EbmsServer server, String column, String view, String name) {
    return server.count(
        "select coalesce(sum(%s), 0) from %s where %s"
            .formatted(column, view, "relname = 'message' and " + name));
  }

  @Test
  void readsLittleOfManyMessages() {
    try (EbmsServer server = EbmsServer.start()) {
      assertFindsOldestMessage(server);
      server.execute("truncate message, delivery cascade");
      assertReadsIndexes(server);
    }
  }

  // Without reading many signals.
  private static void assertFindsOldestMessage(EbmsServer server) {
    server.execute(
        """
        insert into paused_endpoint select 'http://127.0.0.1:1/' || n, now(), 'x'
        from generate_series(1, 2) n\
        """);
    server.execute(
        """
        insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
          service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
        select 'OUT', n || '@many', 'many', 'us', 'p', 'c', 'orders', 'order', now(), true,
          'PENDING', '', now() + interval '1 day' from generate_series(1, 100000) n\
        """);
    server.execute(
        """
        insert into delivery (message_id, message, endpoint, envelope, reliable, retries,
          retry_interval, next_attempt_at)
        select message_id, id, 'http://127.0.0.1:1/1', null, false, 0, 0, now() from message\
        """);
    server.execute(
        """
        insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
          next_attempt_at)
        select n || '@signals', 'http://127.0.0.1:1/2', '', false, 0, 0, now()
        from generate_series(1, 100000) n\
        """);
    // Without a vacuum, whose map of visible pages would make one plan the cheapest by far.
    server.execute("analyze message, delivery");
    String read =
        "select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes"
            + " where indexrelname in ('delivery_waiting', 'delivery_message')";
    long before = server.count(read);
    assertThat(server.client().get("/ebms-admin").body()).contains("more than 1,000");
    await().atMost(LIMIT).until(() -> server.count(read) - before > 2_000);
    assertThat(server.count(read) - before).isLessThan(10_000);
  }

  private static void assertReadsIndexes(EbmsServer server) {
    server.execute(
        """
        insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
          service, action, sent_at, duplicate_elimination, state, detail, envelope, keep_until)
        select 'OUT', n || '@many', 'many-' || n % 5, 'us', 'urn:osb:oin' || chr(31) || 'p' || n % 5,
          'c' || n, 'orders', 'order', now(), true, state,
          case when state = 'FAILED' then 'It failed' end, '', now() + interval '1 day'
        from generate_series(1, 100000) n,
          lateral (select case when n % 1000 = 0 then 'FAILED' else 'DELIVERED' end) s(state)\
        """);
    server.execute("vacuum analyze message");
    String byPartner = "indexrelname = 'message_partner'";
    long readBefore = scans(server, "idx_tup_read", "pg_stat_user_indexes", byPartner);
    long before = scans(server, "seq_scan", "pg_stat_user_tables", "true");
    EbmsClient client = server.client();
    assertThat(client.get("/ebms-admin").body())
        .contains("more than 1,000", "urn:osb:oin:p4", ">failed<");
    await()
        .atMost(LIMIT)
        .until(() ->
            scans(server, "idx_tup_read", "pg_stat_user_indexes", byPartner) > readBefore + 5_000);
    assertThat(scans(server, "idx_tup_read", "pg_stat_user_indexes", byPartner))
        .isLessThan(readBefore + 10_000);
    for (String filter :
        List.of(
            "",
            "cpaId=many-0",
            "partner=urn:osb:oin:p0&state=failed",
            "detail=it+failed",
            "refToMessageId=x",
            "conversationId=c1000")) {
      Answer list = client.get("/ebms-admin/messages?" + filter);
      assertThat(list.status()).as(filter).isEqualTo(200);
      assertThat(list.body().contains("@many")).as(filter).isEqualTo(!filter.startsWith("refTo"));
    }
    for (String index : List.of("message_partner", "message_agreement_state")) {
      await()
          .atMost(LIMIT)
          .until(() ->
              scans(
                      server,
                      "idx_scan",
                      "pg_stat_user_indexes",
                      "indexrelname = '%s'".formatted(index))
                  > 0);
    }
    assertThat(scans(server, "seq_scan", "pg_stat_user_tables", "true")).isEqualTo(before);
  }
}
