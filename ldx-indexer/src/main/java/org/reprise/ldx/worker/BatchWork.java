package org.reprise.ldx.worker;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.reprise.ldx.index.Artifact;
import org.reprise.ldx.index.LinkIndex;
import org.reprise.ldx.index.Statistics;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SkippedResources.Skip;
import org.reprise.ldx.source.SourceProgress;

/** Fetches and stores batches of one poll: artifacts, links and how far that is, together. */
final class BatchWork implements Workers.Work {
  private final Run run;
  private final int generation;
  private final ArtifactFetch fetch;
  private final IndexWrites writes;
  private final LinkIndex index;
  private final Statistics statistics;
  private final SkippedResources skipped;
  private final int mostSkipped;
  private final StoredBatches stored = new StoredBatches();

  BatchWork(
      Run run,
      int generation,
      ArtifactFetch fetch,
      IndexWrites writes,
      LinkIndex index,
      Statistics statistics,
      SkippedResources skipped,
      int mostSkipped) {
    this.run = run;
    this.generation = generation;
    this.fetch = fetch;
    this.writes = writes;
    this.index = index;
    this.statistics = statistics;
    this.skipped = skipped;
    this.mostSkipped = mostSkipped;
  }

  /** Too much of a data source cannot be indexed. */
  static final class TooManySkipped extends Exception {
    private static final long serialVersionUID = 1;

    TooManySkipped(int most) {
      super("more than %,d of its resources cannot be indexed".formatted(most));
    }
  }

  @Override
  public Workers.Begun begin(Batch batch) {
    return new Begun(batch);
  }

  private final class Begun implements Workers.Begun {
    private final Batch batch;
    private final List<String> removed = new ArrayList<>();
    private final ArtifactFetch.Begun artifacts;

    Begun(Batch batch) {
      this.batch = batch;
      List<String> read = new ArrayList<>();
      for (Batch.Task task : batch.tasks()) {
        (task.work() == Batch.Work.REMOVE ? removed : read).add(task.uri());
      }
      this.artifacts = fetch.begin(run, read);
    }

    @Override
    public Workers.Store fetch()
        throws GuardedSource.LeftAlone,
            Run.Stopped,
            TooManySkipped,
            SQLException,
            InterruptedException {
      ArtifactFetch.Fetched fetched = artifacts.finish();
      Set<String> gone = Set.copyOf(fetched.gone());
      for (Batch.Task task : batch.tasks()) {
        if (task.work() == Batch.Work.REMOVE_IF_GONE && gone.contains(task.uri())) {
          removed.add(task.uri());
          fetched.skips().removeIf(skip -> skip.uri().equals(task.uri()));
        }
      }
      requireFew(skipped, run.lease().source(), fetched.skips(), mostSkipped);
      return () -> store(batch, removed, fetched);
    }

    @Override
    public void close() {
      artifacts.close();
    }
  }

  private void store(Batch batch, List<String> removed, ArtifactFetch.Fetched fetched)
      throws SQLException, InterruptedException {
    Optional<Batch.Reached> reached = Optional.ofNullable(stored.with(batch));
    boolean[] paused = new boolean[1];
    int links =
        writes.under(
            run.lease(),
            connection -> {
              int stored = store(connection, removed, fetched);
              paused[0] = reached.isPresent() && tell(connection, reached.get());
              return stored;
            });
    stored.add(batch);
    statistics.stored(fetched.artifacts().size());
    run.counts()
        .count(
            batch.tasks().size() - removed.size(), removed.size(), fetched.skips().size(), links);
    run.counts().tellSometimes();
    if (paused[0]) {
      run.stop().stop("it was paused");
    }
  }

  /** Refuses to skip more resources of a data source than allowed. */
  static void requireFew(SkippedResources skipped, int source, Collection<Skip> more, int most)
      throws TooManySkipped {
    if (!more.isEmpty()
        && skipped.countWith(source, more.stream().map(Skip::uri).toList()) > most) {
      throw new TooManySkipped(most);
    }
  }

  private int store(Connection connection, List<String> removed, ArtifactFetch.Fetched fetched)
      throws SQLException {
    int source = run.lease().source();
    int links = index.store(connection, source, generation, fetched.artifacts());
    List<String> gone = new ArrayList<>(removed);
    gone.addAll(fetched.gone());
    index.remove(connection, source, gone);
    // What could not be read stays as it was, also when a new generation is complete.
    index.keep(connection, source, generation, fetched.skips().stream().map(Skip::uri).toList());
    List<String> settled = new ArrayList<>(removed);
    fetched.artifacts().stream().map(Artifact::uri).forEach(settled::add);
    SkippedResources.forget(connection, source, settled);
    SkippedResources.record(connection, source, fetched.skips());
    return links;
  }

  private boolean tell(Connection connection, Batch.Reached reached) throws SQLException {
    return switch (reached) {
      case Batch.Reached.Page page -> SourceProgress.pageDone(connection, run.lease(), page.next());
      case Batch.Reached.Events events ->
          SourceProgress.synced(connection, run.lease(), events.sync());
    };
  }
}
