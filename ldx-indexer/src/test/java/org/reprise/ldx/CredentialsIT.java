package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Credentials go to the origin that they are configured for, and to no other. */
class CredentialsIT {
  @Test
  void credentialsAreSentToTheirOriginOnly() {
    try (TestFeed basic = TestFeed.start();
        TestFeed token = TestFeed.start();
        TestFeed none = TestFeed.start()) {
      Map<TestFeed, String> seen = new ConcurrentHashMap<>();
      for (TestFeed feed : new TestFeed[] {basic, token, none}) {
        feed.event("Creation", feed.store(1, "one", 1));
        feed.fault(
            "*",
            exchange -> {
              String sent = exchange.getRequestHeaders().getFirst("Authorization");
              seen.merge(feed, String.valueOf(sent), (a, b) -> a.equals(b) ? a : a + " and " + b);
              feed.answer(exchange, exchange.getRequestURI().getPath());
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
              "--reprise.ldx.data-sources[0].poll=1h")) {
        LdxClient client = server.client();
        int first = client.get("/ldx/data-sources").json().get(0).path("id").asInt();
        client.awaitCurrent(first);
        client.awaitCurrent(client.add(token));
        client.awaitCurrent(client.add(none));
        assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(3);
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
