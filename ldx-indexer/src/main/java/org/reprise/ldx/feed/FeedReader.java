package org.reprise.ldx.feed;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.ldx.rdf.Vocabulary;

/** Reads the documents of one feed. */
public final class FeedReader {
  private final Fetcher fetcher;
  private final URI trs;
  private final Set<Origin> origins;
  private final Set<String> memberRelations = ConcurrentHashMap.newKeySet();

  public FeedReader(Fetcher fetcher, URI trs, Set<Origin> origins) {
    this.fetcher = fetcher;
    this.trs = trs;
    this.origins = Set.copyOf(origins);
    memberRelations.add(Vocabulary.LDP + "member");
    memberRelations.add(Vocabulary.RDFS + "member");
  }

  /**
   * Reads the tracked resource set.
   *
   * @param known the version of the last time
   * @return null where the feed is as it was, also the older part of its log
   * @throws FetchFailure when there is none
   */
  public @Nullable TrackedResourceSet head(FeedVersion known)
      throws FetchFailure, InterruptedException {
    Document document = get(trs, known.etag());
    if (document.isUnchanged()) {
      if (isOlderUnchanged(known)) {
        return null;
      }
      document = get(trs, null);
    }
    LogDocument parts = new LogDocument(document.uri());
    read("tracked resource set", document, parts);
    URI base = parts.base();
    if (base == null) {
      throw unusable("tracked resource set", document.uri(), "it names no base");
    }
    // One without events may have no change log at all.
    return new TrackedResourceSet(base, parts.segment(null), document.etag());
  }

  // An event that comes late into it does not change the tracked resource set.
  private boolean isOlderUnchanged(FeedVersion known) throws InterruptedException {
    try {
      return known.older() == null || segment(known.older(), known.olderEtag()) == null;
    } catch (FetchFailure e) {
      return false; // Reading the log reports it.
    }
  }

  /**
   * Reads an older part of the log.
   *
   * @param etag of a part that need not be read again; null to read it whatever it is
   * @return null where the log was truncated before it, or it still has that entity tag
   * @throws FetchFailure when it cannot be read
   */
  public @Nullable LogSegment segment(URI uri, @Nullable String etag)
      throws FetchFailure, InterruptedException {
    Document document;
    try {
      document = get(uri, etag);
    } catch (FetchFailure e) {
      if (e.kind() == Kind.GONE) {
        return null;
      }
      throw e;
    }
    if (document.isUnchanged()) {
      return null;
    }
    LogDocument parts = new LogDocument(document.uri());
    read("segment of the log", document, parts);
    if (!parts.hasLog()) {
      throw unusable("segment of the log", document.uri(), "it says nothing of a change log");
    }
    return parts.segment(document.etag());
  }

  /**
   * Reads a page of the base; the base's own address leads to the first one, which is read before
   * others: it may name the predicate of members for all of them.
   *
   * @throws FetchFailure when it cannot be read; with the kind {@code GONE} where the base has been
   *     replaced by a newer one
   */
  public BasePage page(URI uri) throws FetchFailure, InterruptedException {
    Document document = get(uri, null);
    PageDocument parts = new PageDocument(memberRelations);
    read("page of the base", document, parts);
    if (!parts.hasBase()) {
      throw unusable("page of the base", document.uri(), "it says nothing of a base");
    }
    return parts.page(document);
  }

  private Document get(URI uri, @Nullable String etag) throws FetchFailure, InterruptedException {
    long max = fetcher.settings().maxFeedDocument().toBytes();
    try {
      return fetcher.get(new Fetcher.Request(uri, origins, etag, max));
    } catch (FetchFailure e) {
      throw new FetchFailure(e.kind(), "%s: %s", uri, e.reason());
    }
  }

  private void read(String what, Document document, Consumer<Triple> parts) throws FetchFailure {
    try {
      document.read(parts);
    } catch (UnreadableRdf e) {
      throw unusable(what, document.uri(), e.reason());
    }
  }

  private static FetchFailure unusable(String what, URI uri, String reason) {
    return new FetchFailure(Kind.DOCUMENT, "the %s %s cannot be read: %s", what, uri, reason);
  }
}
