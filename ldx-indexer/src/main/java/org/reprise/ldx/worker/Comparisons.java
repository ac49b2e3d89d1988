package org.reprise.ldx.worker;

import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.FeedLimits;
import org.reprise.ldx.feed.LogReader;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.feed.NewEvents;
import org.reprise.ldx.feed.RecentEvents;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.feed.TrackedResourceSet;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.index.Artifact;
import org.reprise.ldx.index.StoredArtifacts;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceProgress;
import org.reprise.ldx.source.Validations;
import org.reprise.ldx.source.Validations.Validation;
import org.springframework.stereotype.Component;

/**
 * Compares a feed with the index: every member and every artifact is looked at, and read from its
 * server once more. What changes meanwhile is left out.
 */
@Component
record Comparisons(
    Validations validations,
    StoredArtifacts stored,
    ArtifactFetch fetch,
    FeedLimits limits,
    IndexWrites writes) {
  private static final int MAX_EXAMPLES = 100;
  private static final int MAX_FINDINGS = 10_000;
  private static final int PAGE = 200;

  /** Differences by kind; of each kind at most {@link #MAX_FINDINGS}. */
  private static final class Findings {
    private final Map<String, Set<String>> byKind = new LinkedHashMap<>();

    void add(String kind, String uri) {
      Set<String> found = byKind.computeIfAbsent(kind, k -> new LinkedHashSet<>());
      if (found.size() < MAX_FINDINGS) {
        found.add(uri);
      }
    }

    void add(String kind, List<String> uris, Set<String> without) {
      uris.stream().filter(uri -> !without.contains(uri)).forEach(uri -> add(kind, uri));
    }

    void leaveOut(Set<String> uris) {
      byKind.values().forEach(found -> found.removeAll(uris));
    }

    long count(String kind) {
      return byKind.getOrDefault(kind, Set.of()).size();
    }

    Map<String, List<String>> examples() {
      return byKind.entrySet().stream()
          .filter(kind -> !kind.getValue().isEmpty())
          .collect(
              toMap(Map.Entry::getKey, it -> it.getValue().stream().limit(MAX_EXAMPLES).toList()));
    }
  }

  void compare(Run run) throws Exception {
    int source = run.source().id();
    validations.begin(source);
    Set<String> changing = log(run, members(run));
    Findings findings = new Findings();
    // Those that are left out are not to take the place of others.
    int max = MAX_FINDINGS + changing.size();
    findings.add("missing", validations.missing(source, max), changing);
    findings.add("extra", validations.extra(source, max), changing);
    contents(run, changing, findings);
    // What changed while all was read again is neither missing nor stale: the next poll reads it.
    findings.leaveOut(changing(run, Indexing.head(run)));
    validations.end(
        source,
        new Validation(
            Instant.now(),
            validations.members(source),
            findings.count("missing"),
            findings.count("extra"),
            findings.count("stale"),
            findings.count("failed"),
            findings.examples()));
  }

  private String members(Run run) throws Exception {
    TrackedResourceSet head = Indexing.head(run);
    String[] cutoff = {Vocabulary.NIL};
    boolean[] isFirst = {true};
    new BaseReading(run, limits)
        .read(
            head.base(),
            page -> {
              if (isFirst[0] && page.cutoff() != null) {
                cutoff[0] = page.cutoff();
              }
              isFirst[0] = false;
              validations.add(run.source().id(), page.members());
            });
    return cutoff[0];
  }

  // What the log says since the base; and which resources it mentions after the sync point.
  private Set<String> log(Run run, String cutoff) throws Exception {
    int source = run.source().id();
    TrackedResourceSet head = Indexing.head(run);
    SyncPoint since = new SyncPoint(cutoff, null);
    NewEvents.Changes found;
    do {
      found = events(run, head, since);
      List<ChangeEvent> latest = found.latest();
      validations.add(source, latest.stream().map(ChangeEvent::changed).toList());
      validations.remove(
          source,
          latest.stream().filter(ChangeEvent::isDeletion).map(ChangeEvent::changed).toList());
      since = found.newest() == null ? since : SyncPoint.after(found.newest());
    } while (!found.isWhole());
    return changing(run, head);
  }

  private Set<String> changing(Run run, TrackedResourceSet head) throws Exception {
    int source = run.source().id();
    Set<String> changing = new HashSet<>();
    SyncPoint sync = writes.under(run.lease(), jdbc -> SourceProgress.sync(jdbc, source));
    if (sync != null) {
      NewEvents.Changes found = events(run, head, sync);
      if (!found.isWhole()) {
        throw notCompared("too much changed meanwhile");
      }
      found.latest().forEach(event -> changing.add(event.changed()));
    }
    return changing;
  }

  private NewEvents.Changes events(Run run, TrackedResourceSet head, SyncPoint since)
      throws Exception {
    try (LogReader log =
        new LogReader(run.feed(), limits, since, RecentEvents.NONE, FeedVersion.UNKNOWN)) {
      return switch (run.server().call(() -> log.read(head))) {
        case NewEvents.Changes found -> found;
        case NewEvents.SyncPointGone gone -> throw notCompared(gone.reason());
      };
    }
  }

  private static FetchFailure notCompared(String reason) {
    return new FetchFailure(Kind.DOCUMENT, "not compared: " + reason);
  }

  private void contents(Run run, Set<String> changing, Findings findings) throws Exception {
    int source = run.source().id();
    SequencedMap<UUID, Artifact> page = stored.page(source, null, PAGE);
    while (!page.isEmpty()) {
      compare(run, page.values(), changing, findings);
      page = stored.page(source, page.lastEntry().getKey(), PAGE);
    }
  }

  private void compare(Run run, Collection<Artifact> page, Set<String> changing, Findings findings)
      throws Exception {
    Map<String, Artifact> indexed = new LinkedHashMap<>();
    for (Artifact artifact : page) {
      if (!changing.contains(artifact.uri())) {
        indexed.put(artifact.uri(), artifact);
      }
    }
    try (ArtifactFetch.PendingFetch pendingFetch =
        fetch.begin(run, List.copyOf(indexed.keySet()))) {
      while (!pendingFetch.isDone()) {
        ArtifactFetch.Result now = pendingFetch.finish();
        for (Artifact artifact : now.artifacts()) {
          if (!artifact.equals(indexed.get(artifact.uri()))) {
            findings.add("stale", artifact.uri());
          }
        }
        Set<String> gone = Set.copyOf(now.gone());
        for (SkippedResources.Skip skip : now.skips()) {
          findings.add(gone.contains(skip.uri()) ? "stale" : "failed", skip.uri());
        }
      }
    }
  }
}
