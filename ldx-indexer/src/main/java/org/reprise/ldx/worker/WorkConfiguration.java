package org.reprise.ldx.worker;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.reprise.kit.work.OwnConnections;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.configuration.SelectionSettings;
import org.reprise.ldx.feed.FeedLimits;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.index.ArtifactReader;
import org.reprise.ldx.index.LinkIndex;
import org.reprise.ldx.index.Predicates;
import org.reprise.ldx.index.RemovedSources;
import org.reprise.ldx.index.Statistics;
import org.reprise.ldx.index.StoredArtifacts;
import org.reprise.ldx.index.UnusedUris;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.source.LeaseRenewal;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceLeases;
import org.reprise.ldx.source.SourceSettings;
import org.reprise.ldx.source.Validations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class WorkConfiguration {
  private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(1);
  private static final Duration SELDOM = Duration.ofHours(1);

  @Bean
  Breakers breakers(WorkSettings settings) {
    return new Breakers(settings);
  }

  @Bean
  LeaseRenewal leaseRenewal(DataSource pool, SourceSettings settings) throws SQLException {
    return new LeaseRenewal(new OwnConnections(pool), settings.lease());
  }

  @Bean
  Indexer indexer(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Fetcher fetcher,
      FeedLimits limits,
      WorkSettings settings,
      LinkTypes types,
      Predicates predicates,
      PollHistory history,
      SkippedResources skipped,
      SourceLeases leases,
      Breakers breakers,
      StoredArtifacts stored,
      Validations validations,
      LeaseRenewal renewal,
      MeterRegistry meters) {
    IndexWrites writes = new IndexWrites(jdbc, transactions, settings.writers());
    ArtifactReader reader =
        new ArtifactReader(types, fetcher.settings().maxTriples(), settings.maxLinks());
    ArtifactFetch artifacts = new ArtifactFetch(fetcher, reader, settings.inFlight());
    Comparisons comparisons = new Comparisons(validations, stored, artifacts, limits, writes);
    return new Indexer(
        new SourceReading(
            fetcher,
            artifacts,
            limits,
            settings,
            writes,
            new LinkIndex(predicates),
            history,
            skipped,
            leases,
            breakers,
            comparisons,
            new Statistics(jdbc),
            new PollMeters(meters)),
        renewal);
  }

  @Bean
  Housekeeping housekeeping(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      PollHistory history,
      Configurations configurations,
      SourceSettings settings,
      SelectionSettings selections) {
    RemovedSources removed = new RemovedSources(jdbc);
    UnusedUris unused = new UnusedUris(jdbc, transactions);
    return new Housekeeping(
        List.of(
            removed::removePiece,
            new ThrottledTask(() -> history.purge(settings.retention()), SELDOM),
            new ThrottledTask(() -> configurations.removeUnused(selections.retention()), SELDOM),
            new ThrottledTask(unused::removePiece, SELDOM)),
        CLEANUP_INTERVAL);
  }
}
