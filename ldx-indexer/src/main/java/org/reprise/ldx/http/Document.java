package org.reprise.ldx.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.RdfFormat;
import org.reprise.ldx.rdf.RdfReader;
import org.reprise.ldx.rdf.UnreadableRdf;

/**
 * What a server answered.
 *
 * @param uri the last one, where it redirected
 * @param status 200 or 304
 */
public record Document(URI uri, int status, HttpHeaders headers, byte[] body) {
  private static final int NOT_MODIFIED = 304;

  private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[!#-~]{0,1000}\"");

  // RFC 8288, section 3: a target, and its parameters up to the next one. Nothing is tried twice,
  // for
  // the header may be a stranger's.
  private static final Pattern LINK = Pattern.compile("<([^<>]*+)>([^<]*+)");
  private static final Pattern RELATION =
      Pattern.compile(
          ";\\s*+rel\\s*+=\\s*+(?:\"([^\"]*+)\"|([^\\s\";,]++))", Pattern.CASE_INSENSITIVE);

  /** Returns whether it is as it was. */
  public boolean isUnchanged() {
    return status == NOT_MODIFIED;
  }

  /** Its ETag; null where there is none that could be sent back (RFC 9110, section 8.8.3). */
  public @Nullable String etag() {
    return headers.firstValue("ETag").filter(etag -> ETAG.matcher(etag).matches()).orElse(null);
  }

  /**
   * Returns the target of the link header with the relation "next"; null where there is none.
   *
   * @throws FetchFailure when it is no address: what comes next is not known
   */
  public @Nullable URI next() throws FetchFailure {
    for (String header : headers.allValues("Link")) {
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
   * Returns a URI as the document writes it, resolved against its own.
   *
   * @throws FetchFailure when it is none
   */
  public URI resolve(String other) throws FetchFailure {
    try {
      return uri.resolve(other);
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "%s leads to what is no URI".formatted(uri));
    }
  }

  public void read(int max, Consumer<Triple> each) throws UnreadableRdf {
    String type = headers.firstValue("Content-Type").orElse(null);
    RdfFormat format = RdfFormat.of(type);
    if (format == null) {
      throw new UnreadableRdf("its media type is '%s', which is no RDF".formatted(type));
    }
    RdfReader.read(body, format, uri.toString(), max, each);
  }
}
