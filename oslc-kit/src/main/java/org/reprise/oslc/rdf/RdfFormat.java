package org.reprise.oslc.rdf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.jena.riot.Lang;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.ConcurrentLruCache;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeTypeUtils;

/** The formats in which RDF is read and written; OSLC Core 3.0 and its clients want these. */
public enum RdfFormat {
  /** W3C RDF 1.1 Turtle: the default. */
  TURTLE(Lang.TURTLE, "text/turtle", Set.of("application/x-turtle")),
  /** W3C RDF 1.1 XML Syntax. */
  RDF_XML(Lang.RDFXML, "application/rdf+xml", Set.of("application/xml", "text/xml")),
  /** W3C JSON-LD 1.1. */
  JSON_LD(Lang.JSONLD, "application/ld+json", Set.of("application/json"));

  // A client sends the same again and again, and reading it takes longer than what is prepared.
  private static final ConcurrentLruCache<String, Optional<RdfFormat>> PREFERRED =
      new ConcurrentLruCache<>(64, RdfFormat::preferred);

  private final Lang lang;
  private final MediaType mediaType;
  private final Set<String> alsoAskedAs;

  RdfFormat(Lang lang, String mediaType, Set<String> alsoAskedAs) {
    this.lang = lang;
    this.mediaType = MediaType.parseMediaType(mediaType);
    this.alsoAskedAs = alsoAskedAs;
  }

  Lang lang() {
    return lang;
  }

  /** What answers in this format are. */
  public MediaType mediaType() {
    return mediaType;
  }

  /** A letter that entity tags of this format end with: each format is a representation. */
  public String suffix() {
    return name().substring(0, 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Chooses the format that a caller prefers (RFC 9110, section 12.5.1).
   *
   * @param accept the header; Turtle where there is none
   * @return empty where the caller takes none of the formats, or the header cannot be read
   */
  public static Optional<RdfFormat> accepted(@Nullable String accept) {
    return accept == null || accept.isBlank() ? Optional.of(TURTLE) : PREFERRED.get(accept);
  }

  private static Optional<RdfFormat> preferred(String accept) {
    List<MediaType> asked;
    try {
      asked = new ArrayList<>(MediaType.parseMediaTypes(accept));
      MimeTypeUtils.sortBySpecificity(asked);
    } catch (InvalidMediaTypeException | InvalidMimeTypeException e) {
      // Not what it must be, or more types than Spring sorts.
      return Optional.empty();
    }
    // Stable, so that of two with the same weight the more specific stays first.
    asked.sort((one, other) -> Double.compare(other.getQualityValue(), one.getQualityValue()));
    return asked.stream()
        .filter(type -> type.getQualityValue() > 0)
        .flatMap(type ->
            Arrays.stream(values()).filter(format -> format.fits(type) && !format.isRefused(asked)))
        .findFirst();
  }

  // Named with a weight of 0, whatever a range with a wildcard says.
  private boolean isRefused(List<MediaType> asked) {
    return asked.stream()
        .anyMatch(type -> type.getQualityValue() == 0 && type.isConcrete() && fits(type));
  }

  private boolean fits(MediaType asked) {
    return asked.includes(mediaType)
        || alsoAskedAs.contains(asked.getType() + "/" + asked.getSubtype());
  }

  /**
   * The format of a document.
   *
   * @param contentType the header of the request that brings it
   * @return empty where it is none that is read
   */
  public static Optional<RdfFormat> ofContent(@Nullable String contentType) {
    if (contentType == null) {
      return Optional.empty();
    }
    MediaType type = MediaType.parseMediaType(contentType);
    return Arrays.stream(values())
        .filter(format ->
            format.mediaType.equalsTypeAndSubtype(type)
                || format.alsoAskedAs.contains(type.getType() + "/" + type.getSubtype()))
        .findFirst();
  }
}
