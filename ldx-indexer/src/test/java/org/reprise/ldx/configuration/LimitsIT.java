package org.reprise.ldx.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.NarrowServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.TestGlobals;
import org.reprise.ldx.TestGlobals.Entry;

/** Global configurations of a service with narrow limits. */
class LimitsIT extends NarrowServer {
  @Test
  void refusesGlobalConfigurationOverLimit() {
    try (TestGlobals globals = new TestGlobals()) {
      client.awaitCurrent(client.add(globals.server()));
      Entry[] entries = new Entry[3];
      for (int n = 0; n < entries.length; n++) {
        entries[n] = Entry.of(feed.uri("/qm/component/" + n), feed.uri("/qm/configuration/" + n));
      }
      LdxClient.Answer answer =
          client
              .with("Configuration-Context", globals.stream(1, entries))
              .get("/ldx/links?resource=" + TestFeed.requirement(9));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
      assertThat(answer.body()).contains("more than 3 configurations");
      assertThat(server.count("select count(*) from configuration")).isZero();
    }
  }
}
