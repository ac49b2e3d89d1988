package org.reprise.gc.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    List<Long> streams = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      String stream = configs.stream("Of many");
      streams.add(Long.parseLong(stream.substring(stream.lastIndexOf('/') + 1)));
    }
    Baselines baselines = SERVER.part(Baselines.class);
    EntityManager entities = SERVER.part(EntityManager.class);
    List<Integer> known = new ArrayList<>();
    SERVER
        .part(TransactionTemplate.class)
        .executeWithoutResult(status -> {
          SERVER.part(Graph.class).lock();
          for (long stream : streams) {
            baselines.make(stream, Map.of(), false, NewConfiguration.titled(null), "test");
            known.add(entities.unwrap(Session.class).getStatistics().getEntityCount());
          }
        });
    assertThat(known).hasSize(20).containsOnly(known.getFirst());
    assertThat(
            SERVER.count(
                "select count(*) from configuration where title like 'Baseline of % many'"))
        .isEqualTo(20);
  }
}
