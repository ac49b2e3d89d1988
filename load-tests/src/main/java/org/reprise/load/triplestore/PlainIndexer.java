package org.reprise.load.triplestore;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.reprise.load.triplestore.PlainFeed.Changed;
import org.reprise.load.triplestore.PlainStore.Content;

/**
 * An index as one would write it first: it reads a feed, fetches what the feed lists by some
 * threads, and puts it into a plain store, by one writer, for the store allows one.
 */
public final class PlainIndexer implements AutoCloseable {
  /** Resources that are fetched, or being fetched, and not yet stored. */
  private static final int AHEAD = 200;

  private final PlainFeed feed;
  private final PlainStore store;
  private final int batch;
  private final ExecutorService fetchers;
  private @Nullable String indexed;

  /**
   * Begins with an empty store.
   *
   * @param folder of the store
   * @param threads that fetch and parse
   * @param batch how many resources share a commit
   */
  public PlainIndexer(PlainFeed feed, Path folder, int threads, int batch) throws IOException {
    this.feed = feed;
    this.store = new PlainStore(folder);
    this.batch = batch;
    this.fetchers = Executors.newFixedThreadPool(threads);
  }

  /**
   * What was indexed.
   *
   * @param resources that were fetched or removed
   * @param seconds from the first look at the feed to the last commit
   */
  public record Indexed(int resources, double seconds) {
    /** Resources by second. */
    public double rate() {
      return resources / seconds;
    }
  }

  /**
   * Indexes the base; the log is then read from its cutoff on.
   *
   * @param most members; the rest is left out
   */
  public Indexed first(int most) throws IOException, InterruptedException {
    var begin = System.nanoTime();
    var base = feed.base(most);
    index(base.members().stream().map(it -> new Changed(it, false)).toList());
    indexed = base.cutoff();
    return new Indexed(base.members().size(), seconds(begin));
  }

  /** Passes over everything that has happened so far. */
  public void passOver() throws IOException, InterruptedException {
    indexed = feed.newest();
  }

  /** Indexes what has changed since the last time. */
  public Indexed follow() throws IOException, InterruptedException {
    var begin = System.nanoTime();
    var changes = feed.since(indexed);
    index(changes.resources());
    indexed = changes.newest();
    return new Indexed(changes.resources().size(), seconds(begin));
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  private void index(List<Changed> resources) throws IOException, InterruptedException {
    var pending = new ArrayDeque<Future<Content>>();
    var fetched = new ArrayList<Content>();
    var left = resources.iterator();
    while (left.hasNext() || !pending.isEmpty()) {
      while (left.hasNext() && pending.size() < AHEAD) {
        var next = left.next();
        pending.add(fetchers.submit(() -> content(next)));
      }
      fetched.add(result(pending.remove()));
      if (fetched.size() == batch || pending.isEmpty()) {
        store.commit(fetched);
        fetched.clear();
      }
    }
  }

  private Content content(Changed resource) throws IOException, InterruptedException {
    return new Content(
        resource.uri(), resource.deleted() ? null : feed.read(URI.create(resource.uri())));
  }

  private static Content result(Future<Content> fetched) throws IOException, InterruptedException {
    try {
      return fetched.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    }
  }

  /** What is stored. */
  public PlainStore store() {
    return store;
  }

  @Override
  public void close() {
    fetchers.shutdownNow();
    store.close();
  }
}
