package org.reprise.gc.application;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Removes stored configurations of applications that nothing refers to: those that were contributed
 * once, and those that were looked at and not taken. If needed, they are read again.
 */
@Component
final class UnusedConfigurations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnusedConfigurations.class);
  private static final int SLICE = 1_000;
  private static final int RUNS_WITHIN_KEEP = 2;
  private static final Duration MAX_PAUSE = Duration.ofHours(1);
  private static final String UNREFERENCED =
      """
      not exists (select from contribution c where c.local = l.id)
        and not exists (select from activity_step s where s.stream = l.id)
        and not exists (select from activity_step s where s.baseline = l.id)\
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration keep;
  private final Loop loop;
  private long after;

  UnusedConfigurations(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      ApplicationSettings settings,
      Loops loops) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.keep = settings.requests().keepUnused();
    this.loop = loops.start("unused-local-configurations", this::step);
  }

  // A transaction that refers to a row shares its lock: a locked row is skipped. The second
  // statement sees references from before the lock.
  private Duration step() {
    List<Long> unused = new ArrayList<>();
    Integer removed =
        transactions.execute(status -> {
          unused.addAll(
              jdbc.sql(
                      """
                      select l.id from local_configuration l
                      where l.id > ? and l.loaded < now() - ? * interval '1 millisecond' and %s
                      order by l.id limit ? for update of l skip locked\
                      """
                          .formatted(UNREFERENCED))
                  .params(after, keep.toMillis(), SLICE)
                  .query(Long.class)
                  .list());
          return jdbc.sql(
                  "delete from local_configuration l where l.id = any (?) and " + UNREFERENCED)
              .param(unused.toArray(Long[]::new))
              .update();
        });
    if (removed != null && removed > 0) {
      LOG.info("Removed {} configurations of applications that nothing uses", removed);
    }
    after = unused.size() < SLICE ? 0 : unused.getLast();
    if (after > 0) {
      return Duration.ZERO;
    }
    Duration pause = keep.dividedBy(RUNS_WITHIN_KEEP);
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  @Override
  public void close() {
    loop.close();
  }
}
