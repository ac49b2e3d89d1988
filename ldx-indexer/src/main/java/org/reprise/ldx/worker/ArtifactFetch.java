package org.reprise.ldx.worker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.GuardedServer;
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
  /** About how much of artifacts a thread keeps until they are stored. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 64;

  private final Fetcher fetcher;
  private final ArtifactReader reader;
  private final int inFlight;

  ArtifactFetch(Fetcher fetcher, LinkTypes types, WorkSettings settings) {
    this.fetcher = fetcher;
    this.reader = new ArtifactReader(types, fetcher.settings().maxTriples(), settings.maxLinks());
    this.inFlight = settings.inFlight();
  }

  /**
   * What became of the artifacts.
   *
   * @param skips those that were not got or not understood, those that are gone among them
   */
  record Result(List<Artifact> artifacts, List<Skip> skips) {
    Result() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    /** Returns those that are listed and that their server does not have. */
    List<String> gone() {
      return skips.stream().filter(Skip::isGone).map(Skip::uri).toList();
    }
  }

  private record InFlight(String uri, Fetcher.Pending answer, long began) {}

  /** Asks for the first ones, and does not wait for them. */
  PendingFetch begin(Run run, List<String> uris) {
    PendingFetch pendingFetch = new PendingFetch(run, uris);
    boolean isAsked = false;
    try {
      pendingFetch.askForMore();
      isAsked = true;
      return pendingFetch;
    } finally {
      if (!isAsked) {
        pendingFetch.close();
      }
    }
  }

  /** Artifacts of which some are on their way. */
  final class PendingFetch implements AutoCloseable {
    private final Run run;
    private final Set<Origin> origins;
    private final Deque<InFlight> pending = new ArrayDeque<>();
    private final List<String> again = new ArrayList<>();
    private Result fetched = new Result();
    private long bytes;
    private List<String> uris;
    private int next;
    private boolean isSecondTry;
    private GuardedServer.@Nullable CircuitOpen circuitOpen;

    private PendingFetch(Run run, List<String> uris) {
      this.run = run;
      this.origins = run.source().origins();
      this.uris = uris;
    }

    /**
     * Waits for the artifacts, and asks once more for those that the server failed at.
     *
     * @return the next ones: all that are left, unless they are larger than {@link #MAX_BYTES}
     */
    Result finish() throws GuardedServer.CircuitOpen, Run.Stopped, InterruptedException {
      while (!isDone() && bytes < MAX_BYTES) {
        run.stop().check();
        if (circuitOpen != null) {
          throw circuitOpen;
        }
        if (!pending.isEmpty()) {
          finish(pending.removeFirst());
        } else if (next == uris.size()) {
          uris = List.copyOf(again);
          again.clear();
          next = 0;
          isSecondTry = true;
        }
        askForMore();
      }
      Result part = fetched;
      fetched = new Result();
      bytes = 0;
      return part;
    }

    /** Returns whether all of them have been returned. What the breaker refused has not. */
    boolean isDone() {
      return circuitOpen == null && pending.isEmpty() && next == uris.size() && again.isEmpty();
    }

    private void askForMore() {
      try {
        while (next < uris.size() && pending.size() < inFlight) {
          ask(uris.get(next++));
        }
      } catch (GuardedServer.CircuitOpen e) {
        circuitOpen = e;
      }
    }

    private void ask(String uri) throws GuardedServer.CircuitOpen {
      long began = run.server().begin();
      boolean isAsked = false;
      try {
        long max = fetcher.settings().maxArtifact().toBytes();
        Fetcher.Request request = new Fetcher.Request(new URI(uri), origins, null, max);
        pending.addLast(new InFlight(uri, fetcher.begin(request), began));
        isAsked = true;
      } catch (FetchFailure e) {
        fetched.skips().add(new Skip(uri, e.reason(), false));
      } catch (URISyntaxException e) {
        fetched.skips().add(new Skip(uri, "it is no URI: " + e.getMessage(), false));
      } finally {
        if (!isAsked) {
          run.server().cancelled();
        }
      }
    }

    private void finish(InFlight asked) throws InterruptedException {
      try {
        Document document = answer(run, asked);
        Artifact artifact = reader.read(asked.uri(), origins, document);
        fetched.artifacts().add(artifact);
        bytes += artifact.bytes();
      } catch (UnreadableRdf e) {
        fetched.skips().add(new Skip(asked.uri(), "not understood: " + e.reason(), false));
      } catch (FetchFailure e) {
        if ((e.kind() == Kind.SERVER || e.kind() == Kind.UNAVAILABLE) && !isSecondTry) {
          again.add(asked.uri());
          return;
        }
        boolean isGone = e.kind() == Kind.GONE;
        boolean passing = e.kind() != Kind.DOCUMENT;
        fetched.skips().add(new Skip(asked.uri(), e.reason(), passing, isGone));
      }
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
      for (InFlight asked : pending) {
        asked.answer().cancel();
        run.server().cancelled();
      }
      pending.clear();
    }
  }

  private static Document answer(Run run, InFlight asked)
      throws FetchFailure, InterruptedException {
    boolean recorded = false;
    try {
      Document document = asked.answer().get();
      run.server().succeeded(asked.began());
      recorded = true;
      return document;
    } catch (FetchFailure e) {
      run.server().failed(asked.began(), e);
      recorded = true;
      throw e;
    } finally {
      if (!recorded) {
        run.server().cancelled();
      }
    }
  }
}
