package org.reprise.load.ldx;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.load.clm.Waiting;
import org.reprise.load.generator.InProcessFlow;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Recorder;
import org.reprise.localstack.Database;

/**
 * The first indexing as the load of an execution: each user lets one data source be read and waits
 * until the index is what its feed says. Nothing else is sent: what works is the index, and how
 * long it worked is taken from its own log.
 */
public final class FirstIndexing implements InProcessFlow {
  /** The environment variable with the password of the index's database. */
  static final String PASSWORD = "REPRISE_LDX_DATABASE_PASSWORD";

  private final AtomicInteger next = new AtomicInteger();
  private Settings settings = new Settings("", "", List.of(), 1);
  private IndexDatabase index = new IndexDatabase(new Database("", "", ""));

  /**
   * What it needs to know.
   *
   * @param jdbcUrl of the index's database
   * @param sources one for each user
   * @param limitSeconds after which it is given up
   */
  record Settings(String jdbcUrl, String username, List<Source> sources, long limitSeconds) {}

  /**
   * A data source.
   *
   * @param operation as the baseline calls its first indexing
   */
  record Source(String name, long members, String operation) {
    /** What the time until half of them are indexed is called among what is recorded. */
    String half() {
      return "half of " + operation;
    }
  }

  @Override
  public void open(LoadSpec load) throws SQLException {
    settings = load.settings(Settings.class);
    index =
        new IndexDatabase(
            new Database(
                settings.jdbcUrl(), settings.username(), String.valueOf(System.getenv(PASSWORD))));
    // The first connection loads the driver, which is no part of the load.
    index.links();
  }

  @Override
  public void once(Recorder recorder) {
    var source = settings.sources().get(next.getAndIncrement());
    try {
      var limit = Duration.ofSeconds(settings.limitSeconds());
      index.resume(source.name());
      Waiting.until(
          "half of %s is indexed".formatted(source.name()),
          limit,
          // Counting them takes the longer the more there are.
          Waiting.LOOK.plusMillis(source.members() / 200),
          () ->
              index.isCurrent(source.name())
                  || 2 * index.artifacts(source.name()) >= source.members());
      recorder.record(source.half(), index.firstIndexing(source.name()));
      Waiting.until(
          "%s is indexed".formatted(source.name()), limit, () -> index.isCurrent(source.name()));
      recorder.record(source.operation(), index.firstIndexing(source.name()));
      recorder.flowEnded(System.nanoTime());
    } catch (SQLException | IllegalStateException e) {
      recorder.failed(source.operation(), String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      recorder.failed(source.operation(), "interrupted");
    }
  }

  @Override
  public void close() {
    // Each question has a connection of its own.
  }
}
