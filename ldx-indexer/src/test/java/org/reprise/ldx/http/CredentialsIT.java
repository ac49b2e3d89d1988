package org.reprise.ldx.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;

/** Credentials go to the origin that they are configured for, and to no other. */
class CredentialsIT {
  @Test
  void sendsCredentialsToTheirOriginOnly() {
    try (TestFeed basic = TestFeed.start();
        TestFeed token = TestFeed.start();
        TestFeed none = TestFeed.start()) {
      Map<TestFeed, String> seen = new ConcurrentHashMap<>();
      for (TestFeed feed : new TestFeed[] {basic, token, none}) {
        feed.event("Creation", feed.store(1, "one", 1));
        if (feed == basic) {
          feed.event("Creation", feed.store(2, "two", 2));
        }
        feed.fault(
            "*",
            exchange -> {
              String sent = exchange.getRequestHeaders().getFirst("Authorization");
              seen.merge(feed, String.valueOf(sent), (a, b) -> a.equals(b) ? a : a + " and " + b);
              String path = exchange.getRequestURI().getPath();
              if (feed == basic && path.equals("/ccm/resource/2")) {
                exchange.getResponseHeaders().add("Location", none.uri("/elsewhere"));
                exchange.sendResponseHeaders(307, -1);
              } else if (path.equals("/elsewhere")) {
                basic.answer(exchange, "/ccm/resource/2");
              } else {
                feed.answer(exchange, path);
              }
            });
      }
      try (LdxServer server =
          LdxServer.start(
              "--reprise.ldx.fetch.credentials[0].origin=" + basic.uri("/"),
              "--reprise.ldx.fetch.credentials[0].username=Aladdin",
              "--reprise.ldx.fetch.credentials[0].password=open sesame",
              "--reprise.ldx.fetch.credentials[1].origin=" + token.uri("/"),
              "--reprise.ldx.fetch.credentials[1].token=abc.def",
              "--reprise.ldx.data-sources[0].name=configured",
              "--reprise.ldx.data-sources[0].trs=" + basic.trs(),
              "--reprise.ldx.data-sources[0].origins[0]=" + none.uri("/"),
              "--reprise.ldx.data-sources[0].poll=1h")) {
        LdxClient client = server.client();
        int first = client.get("/ldx/data-sources").json().get(0).path("id").asInt();
        client.awaitCurrent(first);
        client.awaitCurrent(client.add(token));
        client.awaitCurrent(client.add(none));
        assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(3);
        assertThat(client.linksTo(TestFeed.requirement(2))).as("by a redirection").hasSize(1);
        assertThat(none.asked("/elsewhere")).isEqualTo(1);
        assertThat(client.get("/ldx/data-sources").body()).doesNotContain("sesame", "abc.def");
      }
      // The example of RFC 7617.
      assertThat(seen)
          .containsEntry(basic, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
          .containsEntry(token, "Bearer abc.def")
          .containsEntry(none, "null");
    }
  }
}
