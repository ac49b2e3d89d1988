package org.reprise.ldx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;

/** Tests of one service with narrow limits, link types of its own and an account for queries. */
public abstract class NarrowServer {
  protected final LdxServer server = Shared.SERVER;
  protected final LdxClient client = server.client();
  protected final TestFeed feed = TestFeed.start();

  private static final class Shared {
    static final LdxServer SERVER =
        LdxServer.start(
            "--reprise.ldx.link-types=" + linkTypes().toUri(),
            "--reprise.security.users[0].username=reader",
            "--reprise.security.users[0].password=secret of the reader",
            "--reprise.security.users[0].roles=query",
            "--reprise.ldx.work.max-skipped=3",
            "--reprise.ldx.work.breaker-calls=1000",
            "--reprise.ldx.query.links=5",
            "--reprise.ldx.query.versions-without-context=true",
            "--reprise.ldx.feed.events=10",
            "--reprise.ldx.selections.configurations=3");

    private static Path linkTypes() {
      try {
        Path types = Files.createTempFile("link-types", ".json");
        types.toFile().deleteOnExit();
        return Files.writeString(
            types,
            """
            [{"predicate": "http://types.test/#needs", "label": "needs",
              "inverse": "http://types.test/#neededBy", "inverseLabel": "needed by"},
             {"predicate": "%s", "label": "implements requirement"}]
            """
                .formatted(TestFeed.IMPLEMENTS));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @AfterEach
  void removeSources() {
    for (JsonNode source : client.get("/ldx/data-sources").json()) {
      client.delete("/ldx/data-sources/" + source.path("id").asInt());
    }
    feed.close();
  }
}
