package org.reprise.ldx.configuration;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * Reads a local configuration and the pages of its selections from the server that has it (OSLC
 * Configuration Management 1.1, "Selections").
 */
final class SelectionReader {
  private static final int MOST_PAGES = 10_000;

  private final Fetcher fetcher;
  private final int most;
  private final Duration timeout;

  /**
   * Makes one.
   *
   * @param most versions of a configuration
   * @param timeout until all its pages are there
   */
  SelectionReader(Fetcher fetcher, int most, Duration timeout) {
    this.fetcher = fetcher;
    this.most = most;
    this.timeout = timeout;
  }

  /**
   * A configuration.
   *
   * @param isBaseline it never changes
   * @param versions keys of those that it selects
   */
  record Selected(boolean isBaseline, Set<UUID> versions) {}

  private static final class Parts implements Consumer<Triple> {
    private final URI configuration;
    private final Set<UUID> versions = new HashSet<>();
    private boolean isBaseline;
    private boolean isGlobal;
    private @Nullable String selections;
    private @Nullable String next;

    Parts(URI configuration) {
      this.configuration = configuration;
    }

    // The same document may describe other configurations, such as the baselines of a stream.
    private boolean isOfIt(Triple triple) {
      return triple.getSubject().hasURI(configuration.toString());
    }

    @Override
    public void accept(Triple triple) {
      Node object = triple.getObject();
      if (!object.isURI()) {
        return;
      }
      switch (triple.getPredicate().getURI()) {
        case Vocabulary.CONFIG + "selects" -> versions.add(UriKey.of(object.getURI()));
        case Vocabulary.CONFIG + "selections" -> {
          if (selections == null || isOfIt(triple)) {
            selections = object.getURI();
          }
        }
        case Vocabulary.CONFIG + "contribution" -> isGlobal = true;
        case Vocabulary.OSLC + "nextPage", Vocabulary.LDP + "nextPage" -> next = object.getURI();
        case Vocabulary.TYPE ->
            isBaseline |= object.hasURI(Vocabulary.CONFIG + "Baseline") && isOfIt(triple);
        default -> {}
      }
    }
  }

  Selected read(URI configuration, Set<Origin> origins) throws FetchFailure, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Parts parts = new Parts(configuration);
    Document document = read(configuration, origins, parts);
    Set<UUID> versions = new HashSet<>(parts.versions);
    if (parts.selections == null && versions.isEmpty()) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT,
          parts.isGlobal
              ? "it is a global configuration, which is not resolved here"
              : "it names no selections");
    }
    boolean isBaseline = parts.isBaseline;
    URI next = parts.selections == null ? null : document.resolve(parts.selections);
    Set<URI> visited = new HashSet<>();
    while (next != null) {
      if (!visited.add(next)) {
        throw new FetchFailure(FetchFailure.Kind.DOCUMENT, "its selections go in a circle");
      }
      if (visited.size() > MOST_PAGES || System.nanoTime() - deadline > 0) {
        throw new FetchFailure(
            FetchFailure.Kind.SERVER,
            "its selections have more than %,d pages, or are not there within %,d ms"
                .formatted(MOST_PAGES, timeout.toMillis()));
      }
      Parts page = new Parts(configuration);
      Document answer = read(next, origins, page);
      versions.addAll(page.versions);
      if (versions.size() > most) {
        throw new FetchFailure(
            FetchFailure.Kind.DOCUMENT, "it selects more than %,d versions".formatted(most));
      }
      URI link = answer.next();
      next = link != null || page.next == null ? link : answer.resolve(page.next);
      if (next != null && next.toString().equals(Vocabulary.NIL)) {
        next = null;
      }
    }
    return new Selected(isBaseline, versions);
  }

  private Document read(URI uri, Set<Origin> origins, Parts parts)
      throws FetchFailure, InterruptedException {
    long longest = fetcher.settings().maxFeedDocument().toBytes();
    Document document = fetcher.get(new Fetcher.Request(uri, origins, null, longest));
    try {
      document.read(fetcher.settings().maxTriples(), parts);
    } catch (UnreadableRdf e) {
      throw new FetchFailure(FetchFailure.Kind.DOCUMENT, "it cannot be read: " + e.reason());
    }
    return document;
  }
}
