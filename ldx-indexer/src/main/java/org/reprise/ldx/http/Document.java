package org.reprise.ldx.http;

import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Formats;
import org.reprise.ldx.rdf.RdfReader;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.oslc.rdf.RdfFormat;
import org.springframework.http.HttpHeaders;

/**
 * The response of a server.
 *
 * @param uri the last one, where it redirected
 * @param status 200 or 304
 */
public record Document(URI uri, int status, HttpHeaders headers, byte[] body) {
  private static final int MAX_TRIPLES = 50_000;
  static final int NOT_MODIFIED = 304;

  private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[!#-~]{0,1000}\"");

  // RFC 8288, section 3: a target, and its parameters up to the next one. No backtracking, since
  // any server may send the header.
  private static final Pattern LINK = Pattern.compile("<([^<>]*+)>([^<]*+)");
  private static final Pattern RELATION =
      Pattern.compile(
          ";\\s*+rel\\s*+=\\s*+(?:\"([^\"]*+)\"|([^\\s\";,]++))", Pattern.CASE_INSENSITIVE);

  /** Returns whether the server answered 304. */
  public boolean isUnchanged() {
    return status == NOT_MODIFIED;
  }

  /** Returns its ETag; null where it has none of the standard's form (RFC 9110, 8.8.3). */
  public @Nullable String etag() {
    return Optional.ofNullable(headers.getFirst("ETag"))
        .filter(etag -> ETAG.matcher(etag).matches())
        .orElse(null);
  }

  /**
   * Returns the target of the link header with the relation "next"; null if there is none.
   *
   * @throws FetchFailure when it is no address: what comes next is not known
   */
  public @Nullable URI next() throws FetchFailure {
    for (String header : headers.getOrEmpty("Link")) {
      Matcher link = LINK.matcher(header);
      while (link.find()) {
        if (isNext(link.group(2))) {
          return resolve(link.group(1).strip());
        }
      }
    }
    return null;
  }

  private static boolean isNext(String parameters) {
    Matcher relation = RELATION.matcher(parameters);
    if (!relation.find()) {
      return false;
    }
    String types = relation.group(1) == null ? relation.group(2) : relation.group(1);
    return Stream.of(types.split("\\s+")).anyMatch("next"::equalsIgnoreCase);
  }

  /**
   * Resolves a URI of the document against its own.
   *
   * @throws FetchFailure when it is malformed
   */
  public URI resolve(String other) throws FetchFailure {
    return resolve(uri, other);
  }

  static URI resolve(URI base, String other) throws FetchFailure {
    try {
      return base.resolve(other);
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(Kind.DOCUMENT, "%s leads to a malformed URI: %s", base, other);
    }
  }

  /** Reads the body; after a failure the triples that were handed on do not count. */
  public void read(Consumer<Triple> each) throws UnreadableRdf {
    read(MAX_TRIPLES, each);
  }

  /** Reads a body of at most {@code max} triples. */
  public void read(int max, Consumer<Triple> each) throws UnreadableRdf {
    String type = headers.getFirst("Content-Type");
    RdfFormat format = Formats.ofContent(type).orElseThrow();
    RdfReader.read(body, format, uri.toString(), max, each);
  }
}
