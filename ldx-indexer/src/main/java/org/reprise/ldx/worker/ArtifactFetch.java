package org.reprise.ldx.worker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.CircuitOpen;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.index.Artifact;
import org.reprise.ldx.index.ArtifactReader;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.source.SkippedResources.Skip;
import org.springframework.stereotype.Component;

/**
 * Fetches the artifacts of a batch, several at once over connections that stay open, and reads each
 * while the others are on their way. A server's own faults are met with one more try, at the end.
 */
@Component
final class ArtifactFetch {
  /** About how many bytes of artifacts all threads hold to store, and of responses as many. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 16;

  private static final AtomicLong HELD = new AtomicLong();

  private final Fetcher fetcher;
  private final ArtifactReader reader;
  private final int inFlight;
  // For the requests of all threads but the first of each: each response may be of full length.
  private final Semaphore extraRequests;

  ArtifactFetch(Fetcher fetcher, LinkTypes types, WorkSettings settings) {
    this.fetcher = fetcher;
    this.reader = new ArtifactReader(types);
    this.inFlight = settings.inFlight();
    long fitting = MAX_BYTES / fetcher.settings().maxArtifact().toBytes();
    this.extraRequests = new Semaphore(Math.clamp(fitting, 0, Integer.MAX_VALUE));
  }

  /** Fetched artifacts, and those that were not fetched or not understood, or are gone. */
  record Result(List<Artifact> artifacts, List<Skip> skips) {
    Result() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    /** Returns listed resources that their server does not have. */
    List<String> gone() {
      return skips.stream().filter(Skip::isGone).map(Skip::uri).toList();
    }
  }

  private record InFlight(String uri, Fetcher.Pending answer, long begun) {}

  /** Sends the first requests, without waiting for responses. */
  PendingFetch begin(Run run, List<String> uris) {
    PendingFetch pendingFetch = new PendingFetch(run, uris);
    try {
      pendingFetch.sendMore();
      return pendingFetch;
    } catch (RuntimeException | Error e) {
      pendingFetch.close();
      throw e;
    }
  }

  final class PendingFetch implements AutoCloseable {
    private final Run run;
    private final Set<Origin> origins;
    private final Deque<InFlight> pending = new ArrayDeque<>();
    private final List<String> toRetry = new ArrayList<>();
    private Result fetched = new Result();
    private long bytes;
    private int permits;
    private List<String> uris;
    private int next;
    private boolean isSecondTry;
    private @Nullable CircuitOpen circuitOpen;

    private PendingFetch(Run run, List<String> uris) {
      this.run = run;
      this.origins = run.source().origins();
      this.uris = uris;
    }

    /**
     * Waits for artifacts, and retries those that the server failed at once.
     *
     * @return all that are left, or a part of them where there is no memory for more; it counts
     *     until the next call
     */
    Result finish() throws FetchFailure, Run.Stopped, InterruptedException {
      release();
      while (!isDone() && (bytes == 0 || HELD.get() < MAX_BYTES)) {
        run.stop().check();
        if (circuitOpen != null) {
          throw circuitOpen;
        }
        if (!pending.isEmpty()) {
          finish(pending.removeFirst());
          releasePermits();
        } else if (next == uris.size()) {
          uris = List.copyOf(toRetry);
          toRetry.clear();
          next = 0;
          isSecondTry = true;
        }
        sendMore();
      }
      Result part = fetched;
      fetched = new Result();
      return part;
    }

    private void release() {
      HELD.addAndGet(-bytes);
      bytes = 0;
    }

    boolean isDone() {
      return circuitOpen == null && pending.isEmpty() && next == uris.size() && toRetry.isEmpty();
    }

    private void sendMore() {
      try {
        while (next < uris.size()
            && pending.size() < inFlight
            && (pending.size() <= permits || extraRequests.tryAcquire())) {
          permits = Math.max(permits, pending.size());
          send(uris.get(next++));
        }
      } catch (CircuitOpen e) {
        circuitOpen = e;
      }
    }

    private void releasePermits() {
      int needed = Math.max(0, pending.size() - 1);
      extraRequests.release(permits - needed);
      permits = needed;
    }

    private void send(String uri) throws CircuitOpen {
      long begun = run.server().begin();
      boolean isSent = false;
      try {
        long max = fetcher.settings().maxArtifact().toBytes();
        Fetcher.Request request = new Fetcher.Request(new URI(uri), origins, null, max);
        pending.addLast(new InFlight(uri, fetcher.begin(request), begun));
        isSent = true;
      } catch (FetchFailure e) {
        skip(uri, e);
      } catch (URISyntaxException e) {
        fetched.skips().add(new Skip(uri, "it is no URI: " + e.getMessage(), false));
      } finally {
        if (!isSent) {
          run.server().cancel(begun);
        }
      }
    }

    private void finish(InFlight request) throws InterruptedException {
      try {
        Document document = run.server().end(request.begun(), request.answer()::get);
        Artifact artifact = reader.read(request.uri(), origins, document);
        fetched.artifacts().add(artifact);
        bytes += artifact.bytes();
        HELD.addAndGet(artifact.bytes());
      } catch (UnreadableRdf e) {
        fetched.skips().add(new Skip(request.uri(), "not understood: " + e.reason(), false));
      } catch (FetchFailure e) {
        if ((e.kind() == Kind.SERVER || e.kind() == Kind.UNAVAILABLE) && !isSecondTry) {
          toRetry.add(request.uri());
        } else {
          skip(request.uri(), e);
        }
      }
    }

    private void skip(String uri, FetchFailure e) {
      boolean isGone = e.kind() == Kind.GONE;
      fetched.skips().add(new Skip(uri, e.reason(), e.kind() != Kind.DOCUMENT, isGone));
    }

    @Override
    public void close() {
      for (InFlight request : pending) {
        request.answer().cancel();
        run.server().cancel(request.begun());
      }
      pending.clear();
      releasePermits();
      release();
    }
  }
}
