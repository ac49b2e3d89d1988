package org.reprise.ldx.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  // RFC 8288, with the target first and rel among the parameters.
  private static final Pattern NEXT =
      Pattern.compile("<([^>]*)>[^<]*;\\s*rel\\s*=\\s*\"?(?:[^\";,]*\\s)?next(?![^\\s\";,])");

  /** Whether it is as it was. */
  public boolean isUnchanged() {
    return status == NOT_MODIFIED;
  }

  /** Its ETag; null where there is none that could be sent back (RFC 9110, section 8.8.3). */
  public @Nullable String etag() {
    return headers
        .firstValue("ETag")
        .filter(etag -> ETAG.matcher(etag).matches())
        .orElse(null);
  }

  /** The target of the link header with the relation "next"; null where there is none. */
  public @Nullable URI next() {
    for (String link : headers.allValues("Link")) {
      Matcher matcher = NEXT.matcher(link);
      if (matcher.find()) {
        return uri.resolve(matcher.group(1).strip());
      }
    }
    return null;
  }

  /** Reads its triples. */
  public void read(int most, Consumer<Triple> each) throws UnreadableRdf {
    String type = headers.firstValue("Content-Type").orElse(null);
    RdfFormat format = RdfFormat.of(type);
    if (format == null) {
      throw new UnreadableRdf("its media type is '%s', which is no RDF".formatted(type));
    }
    RdfReader.read(body, format, uri.toString(), most, each);
  }
}
