package org.reprise.ldx.worker;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.reprise.ldx.http.GuardedServer;
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
  private final int recentEvents;
  private final StoredBatches stored = new StoredBatches();

  BatchWork(Run run, int generation, SourceReading reading) {
    this.run = run;
    this.generation = generation;
    this.fetch = reading.artifacts();
    this.writes = reading.writes();
    this.index = reading.index();
    this.statistics = reading.statistics();
    this.skipped = reading.skipped();
    this.mostSkipped = reading.settings().maxSkipped();
    this.recentEvents = reading.limits().recentEvents();
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
        throws GuardedServer.CircuitOpen,
            Run.Stopped,
            TooManySkipped,
            SQLException,
            InterruptedException {
      ArtifactFetch.Fetched part = fetchPart();
      while (!artifacts.isDone()) {
        storePart(part);
        part = fetchPart();
      }
      ArtifactFetch.Fetched last = part;
      return () -> store(batch, removed, last);
    }

    private ArtifactFetch.Fetched fetchPart()
        throws GuardedServer.CircuitOpen, Run.Stopped, TooManySkipped, InterruptedException {
      ArtifactFetch.Fetched fetched = artifacts.finish();
      Set<String> gone = Set.copyOf(fetched.gone());
      for (Batch.Task task : batch.tasks()) {
        if (task.work() == Batch.Work.REMOVE_IF_GONE && gone.contains(task.uri())) {
          removed.add(task.uri());
          fetched.skips().removeIf(skip -> skip.uri().equals(task.uri()));
        }
      }
      requireFew(skipped, run.lease().source(), fetched.skips(), mostSkipped);
      return fetched;
    }

    @Override
    public void close() {
      artifacts.close();
    }
  }

  private void store(Batch batch, List<String> removed, ArtifactFetch.Fetched fetched)
      throws SQLException, InterruptedException {
    Batch.Reached reached = stored.with(batch);
    boolean[] paused = new boolean[1];
    int links =
        writes.under(
            run.lease(),
            connection -> {
              int stored = store(connection, removed, fetched);
              SourceProgress.remember(
                  connection, run.lease().source(), batch.events(), recentEvents);
              paused[0] = reached != null && tell(connection, reached);
              return stored;
            });
    stored.add(batch);
    count(fetched, removed.size(), links);
    if (paused[0]) {
      run.stop().stop("it was paused");
    }
  }

  /** Stores artifacts of a batch that is too large to be kept in memory until all are there. */
  private void storePart(ArtifactFetch.Fetched part) throws SQLException, InterruptedException {
    count(part, 0, writes.under(run.lease(), connection -> store(connection, List.of(), part)));
  }

  private void count(ArtifactFetch.Fetched fetched, int removed, int links) {
    statistics.stored(fetched.artifacts().size());
    int skips = fetched.skips().size();
    run.counts().count(fetched.artifacts().size() + skips, removed, skips, links);
    run.counts().tellSometimes();
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
