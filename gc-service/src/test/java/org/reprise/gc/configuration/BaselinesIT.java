package org.reprise.gc.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.GcServer;
import org.springframework.transaction.support.TransactionTemplate;

class BaselinesIT {
  private static final GcServer SERVER = GcServer.shared();

  // Each write compares all that the mapper knows: with 5,000 streams that took half a minute, in
  // which nobody else could change a contribution.
  @Test
  void theWorkOfOneDoesNotGrowWithThoseBeforeItInItsTransaction() {
    Configs configs = new Configs(SERVER);
    List<String> parts = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      parts.add(configs.stream("Of many"));
    }
    String top = configs.stream("Top");
    configs.contribute(top, parts);
    List<Long> streams =
        Stream.concat(parts.stream(), Stream.of(top))
            .map(uri -> Long.parseLong(uri.substring(uri.lastIndexOf('/') + 1)))
            .toList();
    EntityManager entities = SERVER.part(EntityManager.class);
    SERVER
        .part(TransactionTemplate.class)
        .executeWithoutResult(status -> {
          SERVER.part(Graph.class).lock();
          SERVER
              .part(Baselines.class)
              .make(
                  SERVER.part(Edges.class).below(streams.getLast()).orElseThrow(),
                  streams,
                  new HashMap<>(),
                  NewConfiguration.titled(null),
                  "test");
          assertThat(entities.unwrap(Session.class).getStatistics().getEntityCount())
              .as("a stream and its baseline")
              .isEqualTo(2);
        });
    assertThat(
            SERVER.count(
                "select count(*) from configuration where title like 'Baseline of % many'"))
        .isEqualTo(20);
  }
}
