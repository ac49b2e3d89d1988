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
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.index.Artifact;
import org.reprise.ldx.index.ArtifactReader;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.source.SkippedResources.Skip;

/**
 * Fetches the artifacts of a batch, several at once over connections that stay open, and reads each
 * while the others are on their way. A server's own faults are met with one more try, at the end.
 */
final class ArtifactFetch {
  private final Fetcher fetcher;
  private final ArtifactReader reader;
  private final int inFlight;

  ArtifactFetch(Fetcher fetcher, ArtifactReader reader, int inFlight) {
    this.fetcher = fetcher;
    this.reader = reader;
    this.inFlight = inFlight;
  }

  /**
   * What became of the artifacts.
   *
   * @param gone listed, but not there
   * @param skips those that were not got or not understood, those that are gone among them
   */
  record Fetched(List<Artifact> artifacts, List<String> gone, List<Skip> skips) {
    Fetched() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private record Asked(String uri, Fetcher.Pending answer, long began) {}

  Fetched fetch(Run run, List<String> uris)
      throws GuardedSource.LeftAlone, Run.Stopped, InterruptedException {
    Fetched fetched = new Fetched();
    List<String> again = new ArrayList<>();
    fetch(run, uris, fetched, again);
    if (!again.isEmpty()) {
      fetch(run, List.copyOf(again), fetched, null);
    }
    return fetched;
  }

  private void fetch(Run run, List<String> uris, Fetched fetched, @Nullable List<String> again)
      throws GuardedSource.LeftAlone, Run.Stopped, InterruptedException {
    Deque<Asked> pending = new ArrayDeque<>();
    Set<Origin> origins = run.source().origins();
    try {
      int next = 0;
      while (next < uris.size() || !pending.isEmpty()) {
        run.stop().check();
        if (next < uris.size() && pending.size() < inFlight) {
          String uri = uris.get(next++);
          begin(run, uri, origins, pending, fetched);
        } else {
          finish(run, pending.removeFirst(), origins, fetched, again);
        }
      }
    } finally {
      for (Asked asked : pending) {
        asked.answer().cancel();
        run.server().brokenOff();
      }
    }
  }

  private void begin(
      Run run, String uri, Set<Origin> origins, Deque<Asked> pending, Fetched fetched)
      throws GuardedSource.LeftAlone {
    long began = run.server().begin();
    try {
      long most = fetcher.settings().maxArtifact().toBytes();
      Fetcher.Request request = new Fetcher.Request(new URI(uri), origins, null, most);
      pending.addLast(new Asked(uri, fetcher.begin(request), began));
    } catch (FetchFailure e) {
      run.server().brokenOff();
      fetched.skips().add(new Skip(uri, e.reason(), false));
    } catch (URISyntaxException e) {
      run.server().brokenOff();
      fetched.skips().add(new Skip(uri, "it is no URI: " + e.getMessage(), false));
    }
  }

  private void finish(
      Run run, Asked asked, Set<Origin> origins, Fetched fetched, @Nullable List<String> again)
      throws InterruptedException {
    try {
      Document document = answer(run, asked);
      fetched.artifacts().add(reader.read(asked.uri(), origins, document));
    } catch (UnreadableRdf e) {
      fetched.skips().add(new Skip(asked.uri(), "not understood: " + e.reason(), false));
    } catch (FetchFailure e) {
      if (e.kind() == Kind.SERVER && again != null) {
        again.add(asked.uri());
        return;
      }
      if (e.kind() == Kind.GONE) {
        fetched.gone().add(asked.uri());
      }
      boolean passing = e.kind() != Kind.DOCUMENT;
      fetched.skips().add(new Skip(asked.uri(), e.reason(), passing));
    }
  }

  private static Document answer(Run run, Asked asked) throws FetchFailure, InterruptedException {
    boolean told = false;
    try {
      Document document = asked.answer().get();
      run.server().succeeded(asked.began());
      told = true;
      return document;
    } catch (FetchFailure e) {
      run.server().failed(asked.began(), e);
      told = true;
      throw e;
    } finally {
      if (!told) {
        run.server().brokenOff();
      }
    }
  }
}
