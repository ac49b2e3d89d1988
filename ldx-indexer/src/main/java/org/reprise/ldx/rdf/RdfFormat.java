package org.reprise.ldx.rdf;

import java.util.List;
import java.util.Locale;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The formats of RDF that are read and written (OSLC Core 3.0, part 1). */
public enum RdfFormat {
  TURTLE("text/turtle", Lang.TURTLE, RDFFormat.TURTLE_BLOCKS, "application/x-turtle"),

  /** RDF 1.1 XML syntax; plain {@code application/xml} is taken for it, as OSLC 2.0 had it. */
  RDF_XML(
      "application/rdf+xml", Lang.RDFXML, RDFFormat.RDFXML_PLAIN, "application/xml", "text/xml"),

  /**
   * JSON-LD 1.1, without documents that it refers to; what is asked for as JSON is this, and what
   * is sent as JSON need not be.
   */
  JSON_LD("application/ld+json", Lang.JSONLD11, RDFFormat.JSONLD11_PLAIN);

  /** What is sent as Accept, best first. */
  public static final String ACCEPT =
      "text/turtle, application/rdf+xml;q=0.8, application/ld+json;q=0.5";

  private static final String JSON = "application/json";

  private final String mediaType;
  private final Lang lang;
  private final RDFFormat written;
  private final List<String> names;

  RdfFormat(String mediaType, Lang lang, RDFFormat written, String... aliases) {
    this.mediaType = mediaType;
    this.lang = lang;
    this.written = written;
    this.names =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(mediaType), java.util.stream.Stream.of(aliases))
            .toList();
  }

  public String mediaType() {
    return mediaType;
  }

  Lang lang() {
    return lang;
  }

  RDFFormat written() {
    return written;
  }

  /**
   * Returns the format of a Content-Type, whose parameters do not count.
   *
   * @return null where it is none of these
   */
  public static @Nullable RdfFormat of(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    int end = contentType.indexOf(';');
    String name =
        (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    for (RdfFormat format : values()) {
      if (format.names.contains(name)) {
        return format;
      }
    }
    return null;
  }

  /**
   * Returns the format that an Accept prefers (RFC 9110, section 12.5.1); Turtle where all are
   * equal.
   *
   * @return null where it allows none of these
   */
  public static @Nullable RdfFormat accepted(@Nullable String accept) {
    if (accept == null || accept.isBlank()) {
      return TURTLE;
    }
    List<MediaType> ranges;
    try {
      ranges = MediaType.parseMediaTypes(accept);
    } catch (InvalidMediaTypeException e) {
      return null;
    }
    RdfFormat best = null;
    double quality = 0;
    for (RdfFormat format : values()) {
      double ours = format.quality(ranges);
      if (ours > quality) {
        best = format;
        quality = ours;
      }
    }
    return best;
  }

  // The most specific range that includes the type counts.
  private double quality(List<MediaType> ranges) {
    double quality = 0;
    int closest = -1;
    for (MediaType range : ranges) {
      int closeness = closeness(range);
      if (closeness > closest) {
        closest = closeness;
        quality = range.getQualityValue();
      }
    }
    return quality;
  }

  private int closeness(MediaType range) {
    if (range.isWildcardType()) {
      return 0;
    }
    if (range.isWildcardSubtype()) {
      return mediaType.startsWith(range.getType() + "/") ? 1 : -1;
    }
    String name = range.getType() + "/" + range.getSubtype();
    if (name.equals(mediaType)) {
      return 3;
    }
    return names.contains(name) || this == JSON_LD && name.equals(JSON) ? 2 : -1;
  }
}
