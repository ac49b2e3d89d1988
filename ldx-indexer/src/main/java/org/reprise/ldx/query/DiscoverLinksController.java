package org.reprise.ldx.query;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.query.LinkQuery.Versions;
import org.reprise.ldx.query.Links.LinkResult;
import org.reprise.ldx.rdf.Formats;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.ContextUri;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /discover-links} of OSLC Link Discovery Management 1.0. */
@RestController
class DiscoverLinksController {
  private final LinkRequestReader reader;
  private final Links links;
  private final Configurations configurations;
  private final boolean allVersions;

  DiscoverLinksController(
      LinkRequestReader reader,
      Links links,
      Configurations configurations,
      QuerySettings settings) {
    this.reader = reader;
    this.links = links;
    this.configurations = configurations;
    this.allVersions = settings.versionsWithoutContext();
  }

  @Operation(summary = "Finds links to resources, and from them where direction is 'any'")
  @Parameter(
      name = ContextUri.PARAMETER,
      in = ParameterIn.QUERY,
      description = "the stream or baseline whose versions count; or header Configuration-Context")
  @PostMapping("/discover-links")
  ResponseEntity<byte[]> discover(
      HttpServletRequest request,
      @RequestBody(required = false) byte @Nullable [] body,
      @RequestHeader(name = HttpHeaders.CONTENT_TYPE, required = false) @Nullable String type,
      @RequestHeader(name = HttpHeaders.ACCEPT, required = false) @Nullable String accept) {
    RdfFormat format =
        Formats.ofContent(type)
            .orElseThrow(() ->
                new Refusal(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Send text/turtle, application/rdf+xml or application/ld+json"));
    RdfFormat answered = Formats.requireAccepted(accept);
    String context = ContextUri.of(request);
    LinkQuery query = reader.read(body == null ? new byte[0] : body, format, versions(context));
    if (context == null && !allVersions) {
      refuseConcepts(query);
    }
    return links.find(query, found -> answer(found, answered, context));
  }

  private Versions versions(@Nullable String context) {
    if (context == null) {
      return allVersions ? new Versions.AllVersions() : new Versions.NoVersions();
    }
    return new Versions.Selected(configurations.known(context));
  }

  private void refuseConcepts(LinkQuery query) {
    links
        .versioned(query.resources())
        .ifPresent(concept -> {
          throw LinkRequestReader.refusal(
              LinkRequestReader.BAD_OBJECT_REQUEST,
              "Concept resource requested for Object resource without specified Configuration"
                  + " Context: "
                  + concept);
        });
  }

  private static ResponseEntity<byte[]> answer(
      LinkResult found, RdfFormat format, @Nullable String context) {
    Statements document = new Statements();
    found
        .links()
        .forEach(link ->
            document.link(
                Statements.uri(link.source()), Statements.uri(link.predicate()), link.target()));
    found
        .titles()
        .forEach((uri, title) -> document.text(Statements.uri(uri), Vocabulary.TITLE, title));
    ResponseEntity.BodyBuilder answer = ResponseEntity.ok().contentType(format.contentType());
    if (context != null) {
      answer.header(ContextUri.HEADER, context);
    }
    return answer.body(RdfWriter.write(document, format));
  }
}
