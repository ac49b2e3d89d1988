package org.reprise.ldx.rdf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** The RDF formats of what this service requests, receives and answers. */
public final class Formats {
  /** The Accept header for documents of other servers. */
  public static final String ACCEPT =
      "text/turtle, application/rdf+xml;q=0.8, application/ld+json;q=0.5";

  private Formats() {}

  /** Returns the format of a Content-Type; empty for others. Plain JSON need not be JSON-LD. */
  public static Optional<RdfFormat> ofContent(@Nullable String contentType) {
    return contentType == null
        ? Optional.empty()
        : RdfFormat.ofContent(contentType)
            .filter(format ->
                !MediaType.parseMediaType(contentType)
                    .equalsTypeAndSubtype(MediaType.APPLICATION_JSON));
  }

  /**
   * Returns the format that an Accept header prefers; empty where it allows none. Libraries for
   * JSON add {@code application/json} to a wildcard: that asks for no JSON-LD.
   */
  public static Optional<RdfFormat> accepted(@Nullable String accept) {
    try {
      List<MediaType> ranges = new ArrayList<>(MediaType.parseMediaTypes(accept));
      if (ranges.contains(MediaType.ALL)) {
        ranges.remove(MediaType.APPLICATION_JSON);
      }
      return RdfFormat.accepted(MediaType.toString(ranges));
    } catch (InvalidMediaTypeException e) {
      return Optional.empty();
    }
  }

  /** Returns the format that an Accept header prefers; throws Refusal 406 where it allows none. */
  public static RdfFormat requireAccepted(@Nullable String accept) {
    return accepted(accept)
        .orElseThrow(() ->
            new Refusal(
                HttpStatus.NOT_ACCEPTABLE,
                "There are text/turtle, application/rdf+xml and application/ld+json"));
  }
}
