package org.reprise.ldx.configuration;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Description.Part;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * Reads a configuration from the server that has it: a local one with the pages of its selections
 * (OSLC Configuration Management 1.1, "Selections"), a global one with what it resolves to.
 */
final class DescriptionReader {
  private static final int MOST_PAGES = 10_000;
  private static final int TRIPLES_OF_ONE = 20;

  private final Fetcher fetcher;
  private final SelectionSettings settings;

  DescriptionReader(Fetcher fetcher, SelectionSettings settings) {
    this.fetcher = fetcher;
    this.settings = settings;
  }

  private static final class Parts implements Consumer<Triple> {
    private final URI configuration;
    private final Set<UUID> versions = new HashSet<>();
    private final Resolved resolved = new Resolved();
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
      resolved.accept(triple);
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
        case Vocabulary.CONFIG + "contribution" -> isGlobal |= isOfIt(triple);
        case Vocabulary.OSLC + "nextPage", Vocabulary.LDP + "nextPage" -> next = object.getURI();
        case Vocabulary.TYPE ->
            isBaseline |= object.hasURI(Vocabulary.CONFIG + "Baseline") && isOfIt(triple);
        default -> {}
      }
    }
  }

  /**
   * Reads one.
   *
   * @param etag of a global configuration's document that is known; null for any
   */
  Description read(URI configuration, Set<Origin> origins, @Nullable String etag)
      throws FetchFailure, InterruptedException {
    Parts parts = new Parts(configuration);
    Fetcher.Request request =
        new Fetcher.Request(configuration, origins, etag, settings.maxDocument().toBytes());
    Document document = read(request, settings.configurations() * TRIPLES_OF_ONE, parts);
    if (document.isUnchanged()) {
      return new Description.Unchanged();
    }
    List<Part> resolved = parts.resolved.parts();
    if (resolved.size() > settings.configurations()) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT,
          "it resolves to more than %,d configurations".formatted(settings.configurations()));
    }
    if (!resolved.isEmpty()) {
      return new Description.Global(parts.isBaseline, document.etag(), resolved);
    }
    return local(document, parts, origins);
  }

  private Description local(Document document, Parts parts, Set<Origin> origins)
      throws FetchFailure, InterruptedException {
    if (parts.isGlobal) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT,
          "it is a global configuration, and its server does not say what it resolves to");
    }
    if (parts.selections == null && parts.versions.isEmpty()) {
      throw new FetchFailure(FetchFailure.Kind.DOCUMENT, "it names no selections");
    }
    Set<UUID> versions = new HashSet<>(parts.versions);
    if (parts.selections != null) {
      addSelections(parts.configuration, document.resolve(parts.selections), origins, versions);
    }
    return new Description.Local(parts.isBaseline, versions);
  }

  private void addSelections(
      URI configuration, URI selections, Set<Origin> origins, Set<UUID> versions)
      throws FetchFailure, InterruptedException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    long longest = fetcher.settings().maxFeedDocument().toBytes();
    Set<URI> visited = new HashSet<>();
    URI next = selections;
    while (next != null) {
      if (!visited.add(next)) {
        throw new FetchFailure(FetchFailure.Kind.DOCUMENT, "its selections go in a circle");
      }
      if (visited.size() > MOST_PAGES) {
        throw new FetchFailure(
            FetchFailure.Kind.DOCUMENT,
            "its selections have more than %,d pages".formatted(MOST_PAGES));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new FetchFailure(
            FetchFailure.Kind.SERVER,
            "its selections are not there within %,d ms".formatted(settings.timeout().toMillis()));
      }
      Parts page = new Parts(configuration);
      Document answer =
          read(
              new Fetcher.Request(next, origins, null, longest),
              fetcher.settings().maxTriples(),
              page);
      versions.addAll(page.versions);
      if (versions.size() > settings.versions()) {
        throw new FetchFailure(
            FetchFailure.Kind.DOCUMENT,
            "it selects more than %,d versions".formatted(settings.versions()));
      }
      URI link = answer.next();
      next = link != null || page.next == null ? link : answer.resolve(page.next);
      if (next != null && next.toString().equals(Vocabulary.NIL)) {
        next = null;
      }
    }
  }

  private Document read(Fetcher.Request request, int mostTriples, Parts parts)
      throws FetchFailure, InterruptedException {
    Document document = fetcher.get(request);
    if (document.isUnchanged()) {
      if (request.etag() == null) {
        throw new FetchFailure(
            FetchFailure.Kind.DOCUMENT,
            "its server says that it is unchanged, without being asked");
      }
      return document;
    }
    try {
      document.read(mostTriples, parts);
    } catch (UnreadableRdf e) {
      throw new FetchFailure(FetchFailure.Kind.DOCUMENT, "it cannot be read: " + e.reason());
    }
    return document;
  }
}
