package org.reprise.ldx.worker;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.reprise.kit.work.OwnConnections;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.configuration.SelectionSettings;
import org.reprise.ldx.index.RemovedSources;
import org.reprise.ldx.index.UnusedUris;
import org.reprise.ldx.source.LeaseRenewal;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.SourceSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WorkConfiguration {
  private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(1);
  private static final Duration SELDOM = Duration.ofHours(1);

  @Bean
  LeaseRenewal leaseRenewal(DataSource pool, SourceSettings settings) throws SQLException {
    return new LeaseRenewal(new OwnConnections(pool), settings.lease());
  }

  @Bean
  Housekeeping housekeeping(
      RemovedSources removed,
      UnusedUris unused,
      PollHistory history,
      Configurations configurations,
      SourceSettings settings,
      SelectionSettings selections) {
    return new Housekeeping(
        List.of(
            removed::removePiece,
            new ThrottledTask(() -> history.purge(settings.retention()), SELDOM),
            new ThrottledTask(() -> configurations.removeUnused(selections.retention()), SELDOM),
            new ThrottledTask(unused::removePiece, SELDOM)),
        CLEANUP_INTERVAL);
  }
}
