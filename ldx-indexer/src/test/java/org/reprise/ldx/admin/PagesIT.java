package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/** The pages for people who look after the index. */
class PagesIT {
  private static final String LIST = "/ldx/web/admin/data-sources";

  private final LdxClient client = LdxServer.shared().client();

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Sends a form as a browser does. */
  private LdxClient.Answer send(String path, String fields) {
    return client
        .with("Sec-Fetch-Site", "same-origin")
        .with("Origin", LdxServer.shared().base())
        .post(path, "application/x-www-form-urlencoded", fields);
  }

  @Test
  void addsShowsAndRemovesDataSourceByForms() {
    try (TestFeed feed = TestFeed.start()) {
      feed.event("Creation", feed.store(1, "one", 5));
      feed.event("Creation", "http://elsewhere.test/<script>".replace("<script>", "x"));
      LdxClient.Answer list = client.get(LIST);
      assertThat(list.status()).isEqualTo(200);
      assertThat(list.header("Content-Type")).startsWith("text/html");
      assertThat(list.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
      LdxClient.Answer added =
          send(LIST, "name=%s&trs=%s".formatted(encoded("<b>\"feed\""), encoded(feed.trs())));
      assertThat(added.status()).as(added.toString()).isEqualTo(303);
      String location = added.header("Location");
      String address = location.substring(location.indexOf(LIST), location.indexOf('?'));
      int id = Integer.parseInt(address.substring(address.lastIndexOf('/') + 1));
      JsonNode source = client.awaitCurrent(id);
      assertThat(source.path("pollSeconds").asInt()).as("the report's").isEqualTo(60);
      assertThat(source.path("threads").asInt()).as("the report's").isEqualTo(2);
      LdxClient.Answer page = client.get(address);
      assertThat(page.body())
          .contains("&lt;b&gt;&quot;feed&quot;", feed.trs(), "Reindex", "name=\"viewport\"")
          .doesNotContain("<b>");
      assertThat(client.get(LIST).body()).contains("&lt;b&gt;", "current");
      assertThat(client.get(address + "?tab=history").body())
          .contains("Retrieved", "Duration", "Rate", "<svg", "initial")
          .doesNotContain(">Older<");
      assertThat(client.get(address + "?tab=skipped").body())
          .contains("http://elsewhere.test/x", "not an origin");
      assertThat(client.get(address + "?tab=validation").body()).contains("not been compared");
      assertThat(client.get("/ldx/web/links").body()).contains("Configuration context");
      assertThat(
              client.get("/ldx/web/links?resource=" + encoded(feed.uri("/ccm/resource/1"))).body())
          .contains("1 link<", ">one</a>", "implements", TestFeed.requirement(5));
      client.act(id, "VALIDATE");
      assertThat(client.get(address + "?tab=validation").body())
          .contains("Members of the feed", "Missing: listed, not indexed", "Stale");
      LdxClient.Answer nothing = client.get(address + "?tab=nothing");
      assertThat(nothing.status()).isEqualTo(404);
      assertThat(nothing.body()).as("no style that its policy forbids").doesNotContain("<style");
      assertThat(send(address + "/settings", "pollSeconds=7&threads=3").status()).isEqualTo(303);
      assertThat(client.source(id).path("pollSeconds").asInt()).isEqualTo(7);
      assertThat(client.source(id).path("threads").asInt()).isEqualTo(3);
      assertThat(send(address + "/actions", "action=PAUSE").status()).isEqualTo(303);
      assertThat(client.get(address).body()).contains("paused", "Resume");
      String redirection = send(address + "/actions", "action=VALIDATE").header("Location");
      assertThat(client.get(redirection.substring(redirection.indexOf(LIST))).body())
          .contains("when the data source is resumed");
      assertThat(send(address + "/removal", "sure=yes").status()).isEqualTo(303);
      assertThat(client.get(address).status()).isEqualTo(404);
    }
  }

  @Test
  void refusesCallersWithoutCredentials() {
    assertThat(client.anonymous().get(LIST).status()).isEqualTo(401);
    assertThat(
            client
                .anonymous()
                .post(LIST, "application/x-www-form-urlencoded", "name=a&trs=http://a.test/trs")
                .status())
        .isEqualTo(401);
  }

  @Test
  void wrongSettingsAreRefusedWithTheReason() {
    for (String body :
        new String[] {
          "{\"name\":\"x\"}",
          "{\"name\":\"x\",\"trs\":\"ftp://a.test/\"}",
          "{\"name\":\"x\",\"trs\":\"http://user:secret@a.test/trs\"}",
          "{\"name\":\"x\",\"trs\":\"http://a.test/trs\",\"threads\":0}",
          "{\"name\":\"x\",\"trs\":\"http://a.test/trs\",\"pollSeconds\":0}",
          "{\"name\":\"x\",\"trs\":\"http://a.test/trs\",\"origins\":[null]}",
          "{\"name\":\"x\",\"trs\":\"http://a.test/trs\",\"colour\":\"red\"}",
          "{\"name\":\"x\",\"trs\":\"no address at all\"}",
          "{\"name\":\"a\\u0000b\",\"trs\":\"http://a.test/trs\"}",
          "{"
        }) {
      LdxClient.Answer answer = client.json("POST", "/ldx/data-sources", body);
      assertThat(answer.status()).as(body + answer).isEqualTo(400);
      assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    }
    assertThat(
            client.json("POST", "/ldx/data-sources/9999/actions", "{\"action\":\"POLL\"}").status())
        .isEqualTo(404);
    assertThat(client.get("/ldx/data-sources/9999/history").status()).isEqualTo(404);
    assertThat(client.get("/ldx/data-sources/x").status()).isEqualTo(400);
    assertThat(client.post("/ldx/data-sources", "text/plain", "{}").status()).isEqualTo(415);
  }

  @Test
  void addsPausedDataSource() {
    try (TestFeed feed = TestFeed.start()) {
      LdxClient.Answer added =
          client.json(
              "POST",
              "/ldx/data-sources",
              "{\"name\":\"paused\",\"trs\":\"%s\",\"paused\":true}".formatted(feed.trs()));
      assertThat(added.status()).as(added.toString()).isEqualTo(201);
      client.delete("/ldx/data-sources/" + added.json().path("id").asInt());
      assertThat(added.json().path("paused").asBoolean()).isTrue();
    }
  }

  @Test
  void countsFirstLinks() {
    try (LdxServer fresh = LdxServer.start();
        TestFeed feed = TestFeed.start()) {
      feed.event("Creation", feed.store(1, "one", 5, 6, 7));
      feed.event("Creation", feed.store(2, "two", 5));
      fresh.client().awaitCurrent(fresh.client().add(feed));
      JsonNode size = fresh.client().get("/ldx/index-size").json().path("size");
      assertThat(size.path("links").asLong()).isEqualTo(4);
      assertThat(size.path("artifacts").asLong()).isEqualTo(2);
    }
  }

  @Test
  void statusOfIndexedBaseSaysNoOrder() {
    try (TestFeed feed = TestFeed.start()) {
      feed.event("Creation", feed.store(1, "one", 5));
      feed.rebase();
      int id = client.add(feed);
      client.awaitCurrent(id);
      String page = client.get(LIST + "/" + id).body();
      client.delete("/ldx/data-sources/" + id);
      assertThat(page).contains("Last indexed event").doesNotContain("(order )");
    }
  }

  @Test
  void statusReloadsWhileSourceIsIndexed() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (TestFeed feed = TestFeed.start();
        AutoCloseable release = end::countDown) {
      feed.fault("/trs", exchange -> TestFeed.await(end));
      int id = client.add(feed);
      client.await(id, source -> source.path("running").asBoolean(false));
      LdxClient.Answer page = client.get(LIST + "/" + id);
      client.delete("/ldx/data-sources/" + id);
      assertThat(page.body()).contains("http-equiv=\"refresh\" content=\"5\"");
    }
  }

  @Test
  void errorPageSaysWhatHappened() {
    LdxClient.Answer answer = client.get("/ldx/web/admin/data-sources/9999");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("<h1>Not found</h1>");
    assertThat(answer.body().strip()).startsWith("<!doctype html>");
  }

  @Test
  void healthShowsThreads() {
    assertThat(client.get("/actuator/health").json().at("/components/threads/status").asString(""))
        .isEqualTo("UP");
  }

  @Test
  void servesStyleAndShowsSizeOfIndex() {
    assertThat(client.get("/pages.css").body()).contains("color-scheme");
    assertThat(client.get("/ldx/index-size").json().path("size").path("bytes").asLong())
        .isPositive();
  }
}
