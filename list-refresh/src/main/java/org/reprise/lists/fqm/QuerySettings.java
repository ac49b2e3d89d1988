package org.reprise.lists.fqm;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of queries.
 *
 * @param parallel how many queries of requests one process reads at once, fewer where it has few
 *     connections; more wait their turn
 * @param waiting how many more of one tenant wait their turn; others are refused
 * @param maxSize results of one query, at most; one that finds more has failed
 * @param space results of one tenant's queries that are kept, in all processes; where there are as
 *     many, its new queries are refused. A query itself counts as 100 results, and so do 10,000
 *     bytes of its text
 * @param lease how long after the last renewal by its process a query has failed
 * @param retention how long results are kept (the original: three hours)
 * @param catchUp how long a query waits for the reader to have what was written before it
 */
@ConfigurationProperties("reprise.lists.query")
public record QuerySettings(
    @DefaultValue("4") int parallel,
    @DefaultValue("100") int waiting,
    @DefaultValue("1250000") int maxSize,
    @DefaultValue("10000000") long space,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("3h") Duration retention,
    @DefaultValue("5s") Duration catchUp) {
  public QuerySettings {
    new SettingBounds("reprise.lists.query")
        .atLeast("parallel", parallel, 1)
        .atLeast("waiting", waiting, 1)
        .atLeast("max-size", maxSize, 1)
        .atLeast("space", space, 1L)
        .atLeast("lease", lease, Duration.ofMillis(500))
        .atLeast("retention", retention, Duration.ofMillis(1))
        .atLeast("catch-up", catchUp, Duration.ZERO);
  }
}
