package org.reprise.ldx.configuration;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Description.Page;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.oslc.rdf.ResolvedConfigurations;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * Reads a configuration from the server that has it: a local one with the pages of its selections
 * (OSLC Configuration Management 1.1, "Selections"), a global one with what it resolves to.
 */
@Component
final class DescriptionReader {
  private static final int MAX_PAGES = 10_000;
  private static final int MAX_VERSIONS = 500_000;
  private static final long MAX_DOCUMENT = 16 << 20;
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
    private final ResolvedConfigurations resolved = new ResolvedConfigurations();
    private final MultiValueMap<String, String> properties = new LinkedMultiValueMap<>();
    private boolean isDescribed;
    private @Nullable String next;

    Parts(URI configuration) {
      this.configuration = configuration;
    }

    @Override
    public void accept(Triple triple) {
      resolved.accept(triple);
      // The same document may describe other configurations, such as the baselines of a stream.
      boolean isOwn = triple.getSubject().hasURI(configuration.toString());
      isDescribed |= isOwn;
      Node object = triple.getObject();
      if (!object.isURI()) {
        return;
      }
      switch (triple.getPredicate().getURI()) {
        case Vocabulary.CONFIG + "selects" -> versions.add(UriKey.of(object.getURI()));
        case Vocabulary.OSLC + "nextPage", Vocabulary.LDP + "nextPage" -> next = object.getURI();
        case String property when isOwn -> properties.add(property, object.getURI());
        default -> {}
      }
    }

    private Set<String> values(String property) {
      return Set.copyOf(properties.getOrDefault(property, List.of()));
    }
  }

  /** Reads a configuration; only its known documents where none of them has changed. */
  Description read(URI configuration, Set<Origin> origins, List<Page> known)
      throws FetchFailure, InterruptedException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    Parts parts = new Parts(configuration);
    String etag = known.isEmpty() ? null : known.getFirst().etag();
    Document document =
        read(new Fetcher.Request(configuration, origins, etag, MAX_DOCUMENT), parts);
    if (document.isUnchanged()) {
      if (areUnchanged(known.subList(1, known.size()), origins, deadline)) {
        return new Description.Confirmation();
      }
      document = read(new Fetcher.Request(configuration, origins, null, MAX_DOCUMENT), parts);
    }
    if (!parts.isDescribed) {
      throw new FetchFailure(Kind.UNUSABLE, "its document does not describe it");
    }
    Set<String> types = parts.values(Vocabulary.TYPE);
    if (types.contains(Vocabulary.CONFIG + "ChangeSet")) {
      throw new FetchFailure(Kind.UNUSABLE, "change sets are not supported");
    }
    boolean isBaseline = types.contains(Vocabulary.CONFIG + "Baseline");
    List<Page> pages = new ArrayList<>();
    add(configuration, document, pages);
    Map<String, String> resolved = parts.resolved.byComponent(Texts::isUsableUri);
    if (resolved.size() > settings.configurations()) {
      throw new FetchFailure(
          Kind.UNUSABLE, "it resolves to more than %,d configurations", settings.configurations());
    }
    if (!resolved.isEmpty()) {
      return new Description.Global(isBaseline, pages, resolved);
    }
    if (parts.properties.containsKey(Vocabulary.CONFIG + "contribution")) {
      throw new FetchFailure(
          Kind.UNUSABLE,
          "it is a global configuration, and its server does not say what it resolves to");
    }
    Set<String> selections = parts.values(Vocabulary.CONFIG + "selections");
    if (selections.isEmpty() && parts.versions.isEmpty()) {
      throw new FetchFailure(Kind.UNUSABLE, "it names no selections");
    }
    int read = 1 + addSelections(selections, parts, document, origins, deadline, pages);
    if (pages.size() < read) {
      pages.clear();
    }
    return new Description.Local(isBaseline, parts.versions, pages);
  }

  private static void add(URI uri, Document document, List<Page> pages) {
    String etag = document.etag();
    if (etag != null) {
      pages.add(new Page(uri, etag));
    }
  }

  private boolean areUnchanged(List<Page> pages, Set<Origin> origins, long deadline)
      throws FetchFailure, InterruptedException {
    for (Page page : pages) {
      requireTime(deadline);
      try {
        if (!fetcher.get(selections(page.uri(), origins, page.etag())).isUnchanged()) {
          return false;
        }
      } catch (FetchFailure e) {
        if (e.kind() == Kind.GONE) {
          return false;
        }
        throw e;
      }
    }
    return true;
  }

  private Fetcher.Request selections(URI uri, Set<Origin> origins, @Nullable String etag) {
    return new Fetcher.Request(uri, origins, etag, fetcher.settings().maxFeedDocument().toBytes());
  }

  private void requireTime(long deadline) throws FetchFailure {
    if (System.nanoTime() - deadline > 0) {
      throw new FetchFailure(
          Kind.SERVER, "its selections are not there within %,d ms", settings.timeout().toMillis());
    }
  }

  // Returns how many documents were read.
  private int addSelections(
      Set<String> selections,
      Parts parts,
      Document document,
      Set<Origin> origins,
      long deadline,
      List<Page> pages)
      throws FetchFailure, InterruptedException {
    Set<URI> visited = new HashSet<>();
    for (String first : selections) {
      URI next = document.resolve(first);
      while (next != null) {
        if (!visited.add(next)) {
          throw new FetchFailure(Kind.DOCUMENT, "its selections go in a circle");
        }
        if (visited.size() > MAX_PAGES) {
          throw new FetchFailure(Kind.UNUSABLE, "its selections exceed %,d pages", MAX_PAGES);
        }
        requireTime(deadline);
        Parts page = new Parts(parts.configuration);
        Document answer = read(selections(next, origins, null), page);
        add(next, answer, pages);
        parts.versions.addAll(page.versions);
        if (parts.versions.size() > MAX_VERSIONS) {
          throw new FetchFailure(Kind.UNUSABLE, "it selects more than %,d versions", MAX_VERSIONS);
        }
        URI link = answer.next();
        next = link != null || page.next == null ? link : answer.resolve(page.next);
        if (next != null && next.toString().equals(Vocabulary.NIL)) {
          next = null;
        }
      }
    }
    return visited.size();
  }

  private Document read(Fetcher.Request request, Parts parts)
      throws FetchFailure, InterruptedException {
    try {
      Document document = fetcher.get(request);
      if (!document.isUnchanged()) {
        document.read(settings.configurations() * TRIPLES_OF_ONE, parts);
      }
      return document;
    } catch (UnreadableRdf e) {
      throw new FetchFailure(Kind.DOCUMENT, "it cannot be read: " + e.reason());
    } catch (FetchFailure e) {
      boolean isPageGone = e.kind() == Kind.GONE && !request.uri().equals(parts.configuration);
      throw isPageGone ? new FetchFailure(Kind.DOCUMENT, "its selections: " + e.reason()) : e;
    }
  }
}
