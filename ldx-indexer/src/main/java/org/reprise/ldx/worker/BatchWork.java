package org.reprise.ldx.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.index.Artifact;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SkippedResources.Skip;
import org.reprise.ldx.source.SourceProgress;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Fetches and stores the batches of one poll, each with its progress in one transaction. */
final class BatchWork implements Workers.Work {
  private final Run run;
  private final int generation;
  private final SourceReading reading;
  private final StoredBatches stored = new StoredBatches();

  BatchWork(Run run, int generation, SourceReading reading) {
    this.run = run;
    this.generation = generation;
    this.reading = reading;
  }

  static final class TooManySkipped extends Exception {
    private static final long serialVersionUID = 1;

    TooManySkipped(int max) {
      super("more than %,d of its resources cannot be indexed".formatted(max));
    }
  }

  @Override
  public Workers.PendingFetch begin(Batch batch) {
    return new PendingFetch(batch);
  }

  private final class PendingFetch implements Workers.PendingFetch {
    private final Batch batch;
    private final List<String> removed = new ArrayList<>();
    private final ArtifactFetch.PendingFetch artifacts;

    PendingFetch(Batch batch) {
      this.batch = batch;
      List<String> read = new ArrayList<>();
      for (Batch.Task task : batch.tasks()) {
        (task.work() == Batch.Work.REMOVE ? removed : read).add(task.uri());
      }
      this.artifacts = reading.artifacts().begin(run, read);
    }

    @Override
    public Workers.Store fetch()
        throws FetchFailure, Run.Stopped, TooManySkipped, InterruptedException {
      ArtifactFetch.Result part = fetchPart();
      while (!artifacts.isDone()) {
        storePart(part);
        part = fetchPart();
      }
      ArtifactFetch.Result last = part;
      return () -> store(batch, removed, last);
    }

    private ArtifactFetch.Result fetchPart()
        throws FetchFailure, Run.Stopped, TooManySkipped, InterruptedException {
      ArtifactFetch.Result fetched = artifacts.finish();
      Set<String> gone = Set.copyOf(fetched.gone());
      for (Batch.Task task : batch.tasks()) {
        if (task.work() == Batch.Work.REMOVE_IF_GONE && gone.contains(task.uri())) {
          removed.add(task.uri());
          fetched.skips().removeIf(skip -> skip.uri().equals(task.uri()));
        }
      }
      requireFew(reading, run.lease().source(), fetched.skips());
      return fetched;
    }

    @Override
    public void close() {
      artifacts.close();
    }
  }

  private void store(Batch batch, List<String> removed, ArtifactFetch.Result fetched)
      throws InterruptedException {
    Batch.Progress reached = stored.with(batch);
    boolean[] paused = new boolean[1];
    int links =
        reading
            .writes()
            .under(
                run.lease(),
                jdbc -> {
                  int stored = store(jdbc, removed, fetched);
                  SourceProgress.remember(jdbc, run.lease().source(), batch.events());
                  paused[0] = reached != null && advance(jdbc, reached);
                  return stored;
                });
    stored.add(batch);
    count(fetched, removed.size(), links);
    if (paused[0]) {
      run.stop().stop("it was paused");
    }
  }

  /** Stores a part of a batch that does not fit in memory. */
  private void storePart(ArtifactFetch.Result part) throws InterruptedException {
    count(part, 0, reading.writes().under(run.lease(), jdbc -> store(jdbc, List.of(), part)));
  }

  private void count(ArtifactFetch.Result fetched, int removed, int links) {
    reading.statistics().stored(fetched.artifacts().size());
    int skips = fetched.skips().size();
    run.counts().count(fetched.artifacts().size() + skips, removed, skips, links);
  }

  /**
   * Checks the number of skipped resources of a data source.
   *
   * @throws TooManySkipped when there are more, not counting those that are gone: of a base that is
   *     long out of date thousands may be, and the log has their deletions
   */
  static void requireFew(SourceReading reading, int source, Collection<Skip> more)
      throws TooManySkipped {
    int max = reading.settings().maxSkipped();
    if (reading.skipped().exceeds(source, more, max)) {
      throw new TooManySkipped(max);
    }
  }

  private int store(JdbcClient jdbc, List<String> removed, ArtifactFetch.Result fetched) {
    int source = run.lease().source();
    int links = reading.index().store(jdbc, source, generation, fetched.artifacts());
    List<String> gone = new ArrayList<>(removed);
    gone.addAll(fetched.gone());
    reading.index().remove(jdbc, source, gone);
    // What could not be read stays as it was, also when a new generation is complete.
    reading
        .index()
        .keep(jdbc, source, generation, fetched.skips().stream().map(Skip::uri).toList());
    List<String> settled = new ArrayList<>(removed);
    fetched.artifacts().stream().map(Artifact::uri).forEach(settled::add);
    SkippedResources.forget(jdbc, source, settled);
    SkippedResources.record(jdbc, source, fetched.skips(), reading.settings().maxSkipped());
    return links;
  }

  private boolean advance(JdbcClient jdbc, Batch.Progress reached) {
    return switch (reached) {
      case Batch.Progress.Page page -> SourceProgress.pageDone(jdbc, run.lease(), page.next());
      case Batch.Progress.Events events -> SourceProgress.synced(jdbc, run.lease(), events.sync());
    };
  }
}
