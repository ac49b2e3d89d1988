package org.reprise.oslc.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.jena.riot.Lang;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.ConcurrentLruCache;

/** The formats in which RDF is read and written; OSLC Core 3.0 and its clients want these. */
public enum RdfFormat {
  /** W3C RDF 1.1 Turtle: the default. */
  TURTLE(Lang.TURTLE, "text/turtle", Set.of("application/x-turtle")),
  /** W3C RDF 1.1 XML Syntax. */
  RDF_XML(Lang.RDFXML, "application/rdf+xml", Set.of("application/xml", "text/xml")),
  /** W3C JSON-LD 1.1. */
  JSON_LD(Lang.JSONLD, "application/ld+json", Set.of("application/json"));

  private static final int MAX_RANGES = 50;

  // Clients repeat their header, and parsing it takes longer than sending a prepared document.
  private static final ConcurrentLruCache<String, Optional<RdfFormat>> PREFERRED =
      new ConcurrentLruCache<>(64, RdfFormat::preferred);

  private final Lang lang;
  private final MediaType mediaType;
  private final Set<String> aliases;

  RdfFormat(Lang lang, String mediaType, Set<String> aliases) {
    this.lang = lang;
    this.mediaType = MediaType.parseMediaType(mediaType);
    this.aliases = aliases;
  }

  public Lang lang() {
    return lang;
  }

  /** Returns the media type, without parameters. */
  public MediaType mediaType() {
    return mediaType;
  }

  /** Returns the media type of answers, which names the encoding where the format does not. */
  public MediaType contentType() {
    return this == TURTLE ? new MediaType(mediaType, StandardCharsets.UTF_8) : mediaType;
  }

  /** Returns a letter that entity tags of this format end with: each format is a representation. */
  public String suffix() {
    return name().substring(0, 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Chooses the format that a caller prefers (RFC 9110, section 12.5.1).
   *
   * @param accept the header; Turtle if there is none
   * @return empty if the caller takes none of the formats, or the header cannot be read
   */
  public static Optional<RdfFormat> accepted(@Nullable String accept) {
    return accept == null || accept.isBlank() ? Optional.of(TURTLE) : PREFERRED.get(accept);
  }

  private static Optional<RdfFormat> preferred(String accept) {
    List<MediaType> ranges;
    try {
      ranges = MediaType.parseMediaTypes(accept);
    } catch (InvalidMediaTypeException e) {
      return Optional.empty();
    }
    if (ranges.size() > MAX_RANGES) {
      return Optional.empty();
    }
    return Arrays.stream(values())
        .map(format -> format.weighed(ranges))
        .filter(one -> one.weight() > 0)
        // The first of those that are alike; one that is named goes before one of a wildcard.
        .min(
            Comparator.comparingDouble(WeightedFormat::weight)
                .thenComparing(WeightedFormat::specificity)
                .reversed()
                .thenComparing(WeightedFormat::place))
        .map(WeightedFormat::format);
  }

  /**
   * A format with its weight for a caller.
   *
   * @param weight 0 if it does not take the format
   * @param specificity of the range that gives the weight
   */
  private record WeightedFormat(RdfFormat format, double weight, int specificity, int place) {}

  // The most specific range that fits decides, whatever weight others have.
  private WeightedFormat weighed(List<MediaType> ranges) {
    WeightedFormat found = new WeightedFormat(this, 0, 0, 0);
    for (int i = 0; i < ranges.size(); i++) {
      int specificity = specificity(ranges.get(i));
      if (specificity > found.specificity()) {
        found = new WeightedFormat(this, ranges.get(i).getQualityValue(), specificity, i);
      }
    }
    return found;
  }

  // 0 for a range that does not fit.
  private int specificity(MediaType range) {
    if (range.equalsTypeAndSubtype(mediaType)) {
      return 5;
    }
    if (aliases.contains(range.getType() + "/" + range.getSubtype())) {
      return 4;
    }
    if (!range.includes(mediaType)) {
      return 0;
    }
    if (range.isWildcardType()) {
      return 1;
    }
    return range.getSubtype().equals("*") ? 2 : 3;
  }

  /**
   * The format of a document.
   *
   * @param contentType the header of the request that brings it
   * @return empty if it is none that is read
   */
  public static Optional<RdfFormat> ofContent(@Nullable String contentType) {
    MediaType type;
    try {
      type = MediaType.parseMediaType(String.valueOf(contentType));
    } catch (InvalidMediaTypeException e) {
      return Optional.empty();
    }
    return Arrays.stream(values())
        .filter(format ->
            format.mediaType.equalsTypeAndSubtype(type)
                || format.aliases.contains(type.getType() + "/" + type.getSubtype()))
        .findFirst();
  }
}
