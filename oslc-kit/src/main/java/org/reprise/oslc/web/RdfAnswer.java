package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Answers of RDF in the accepted format, with an entity tag, or 304 where the caller has it. */
public final class RdfAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(RdfAnswer.class);

  /** The headers on which answers depend. */
  static final String VARY = "Accept, Configuration-Context, OSLC-Core-Version";

  private static final MediaType COMPACT =
      MediaType.parseMediaType("application/x-oslc-compact+xml");
  private static final String MINIMAL = "return=minimal";

  private RdfAnswer() {}

  /** Returns the format that a request asks for; throws Refusal 406 if it takes none. */
  public static RdfFormat format(HttpServletRequest request) {
    return RdfFormat.accepted(ListHeader.of(request, HttpHeaders.ACCEPT))
        .orElseThrow(() ->
            new Refusal(
                HttpStatus.NOT_ACCEPTABLE,
                "There are text/turtle, application/rdf+xml and application/ld+json."));
  }

  /** Answers with a document whose entity tag is of its bytes. */
  public static ResponseEntity<byte[]> of(HttpServletRequest request, Statements statements) {
    return of(request, statements, new HttpHeaders());
  }

  /** Answers with a document and further headers. */
  public static ResponseEntity<byte[]> of(
      HttpServletRequest request, Statements statements, HttpHeaders more) {
    return of(request, format(request), statements, more);
  }

  /** Answers with root services: in RDF/XML, unless the request names another format. */
  public static ResponseEntity<byte[]> rootServices(
      HttpServletRequest request, Statements statements) {
    String accept = ListHeader.of(request, HttpHeaders.ACCEPT);
    RdfFormat format = accept == null || accept.equals("*/*") ? RdfFormat.RDF_XML : format(request);
    return of(request, format, statements, new HttpHeaders());
  }

  private static ResponseEntity<byte[]> of(
      HttpServletRequest request, RdfFormat format, Statements statements, HttpHeaders more) {
    byte[] body = RdfWriter.write(statements, format);
    return of(request, format, RdfWriter.etag(body, format), () -> body, more);
  }

  /**
   * Answers with a document whose version is known before it is written.
   *
   * @param tag of the document's version, without the format
   */
  public static ResponseEntity<byte[]> of(
      HttpServletRequest request, String tag, Function<RdfFormat, byte[]> document) {
    RdfFormat format = format(request);
    return of(request, format, etag(tag, format), () -> document.apply(format), new HttpHeaders());
  }

  /** Answers with a document in a format that was chosen, and further headers. */
  public static ResponseEntity<byte[]> of(
      HttpServletRequest request,
      RdfFormat format,
      String etag,
      Supplier<byte[]> body,
      HttpHeaders more) {
    if (isKnown(request, etag)) {
      return headers(ResponseEntity.status(HttpStatus.NOT_MODIFIED), etag).headers(more).build();
    }
    return headers(ResponseEntity.ok(), etag)
        .headers(more)
        .contentType(format.contentType())
        .body(body.get());
  }

  /** 201 with what was created. */
  public static ResponseEntity<byte[]> created(
      HttpServletRequest request, String location, @Nullable String tag, Statements statements) {
    RdfFormat format = formatOfStored(request);
    byte[] body = RdfWriter.write(statements, format);
    String etag = tag == null ? RdfWriter.etag(body, format) : etag(tag, format);
    return created(location, format, etag, body);
  }

  /** Answers with 201 and a document in a format that was chosen. */
  public static ResponseEntity<byte[]> created(
      String location, RdfFormat format, String etag, byte[] body) {
    return headers(ResponseEntity.created(URI.create(location)), etag)
        .contentType(format.contentType())
        .body(body);
  }

  /**
   * Returns the format of the answer to a request whose change is stored: the default one for a
   * caller that accepts none.
   */
  public static RdfFormat formatOfStored(HttpServletRequest request) {
    return OslcErrorShape.format(ListHeader.of(request, HttpHeaders.ACCEPT));
  }

  /**
   * Answers a change with the document as it is now: 200, or 204 without it where the request has
   * {@code Prefer: return=minimal} (RFC 7240).
   *
   * @param tag of the document's version, without the format
   */
  public static ResponseEntity<byte[]> saved(
      HttpServletRequest request, String tag, Function<RdfFormat, byte[]> document) {
    RdfFormat format = formatOfStored(request);
    String prefer = ListHeader.of(request, "Prefer");
    boolean isMinimal =
        prefer != null
            && Arrays.stream(prefer.split("[,;]"))
                .anyMatch(one -> one.replaceAll("[\\s\"]", "").equalsIgnoreCase(MINIMAL));
    if (isMinimal) {
      return headers(ResponseEntity.noContent(), etag(tag, format))
          .header("Preference-Applied", MINIMAL)
          .build();
    }
    try {
      return headers(ResponseEntity.ok(), etag(tag, format))
          .contentType(format.contentType())
          .body(document.apply(format));
    } catch (RuntimeException e) {
      LOG.warn("The change is stored, but its document cannot be written now", e);
      return headers(ResponseEntity.noContent(), etag(tag, format)).build();
    }
  }

  /**
   * Answers with the compact representation of a resource (OSLC Core 3.0, "Resource Preview"): its
   * titles, and no previews.
   *
   * @return empty if the request does not prefer it
   */
  public static Optional<ResponseEntity<byte[]>> compact(
      HttpServletRequest request, String uri, String shortTitle, Supplier<String> title) {
    if (!ListHeader.prefers(request, COMPACT)) {
      return Optional.empty();
    }
    Node node = Statements.uri(uri);
    byte[] body =
        RdfWriter.write(
            new Statements()
                .type(node, Vocabulary.OSLC.term("Compact"))
                .xml(node, Vocabulary.TITLE, title.get())
                .text(node, Vocabulary.OSLC.term("shortTitle"), shortTitle),
            RdfFormat.RDF_XML);
    return Optional.of(
        headers(ResponseEntity.ok(), RdfWriter.etag(body, RdfFormat.RDF_XML))
            .contentType(COMPACT)
            .body(body));
  }

  /**
   * The entity tag of one format of a resource.
   *
   * @param tag of the document's version, without the format
   */
  public static String etag(String tag, RdfFormat format) {
    return "\"" + tag + "-" + format.suffix() + "\"";
  }

  private static <T extends ResponseEntity.HeadersBuilder<?>> T headers(T answer, String etag) {
    answer.eTag(etag).header(HttpHeaders.VARY, VARY).cacheControl(CacheControl.noCache());
    return answer;
  }

  // RFC 9110, section 13.1.2: weak comparison.
  private static boolean isKnown(HttpServletRequest request, String etag) {
    String known = ListHeader.of(request, HttpHeaders.IF_NONE_MATCH);
    return known != null
        && Arrays.stream(known.split(",", -1))
            .map(one -> one.strip().replaceFirst("^W/", ""))
            .anyMatch(tag -> tag.equals("*") || tag.equals(etag));
  }
}
