package org.reprise.gc.resolution;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.ContextUri;
import org.reprise.oslc.web.QueryParameters;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers which configuration a component has in a context. */
@RestController
class ResolutionController {
  private final Resolutions resolutions;
  private final ResourceUris uris;

  ResolutionController(Resolutions resolutions, ResourceUris uris) {
    this.resolutions = resolutions;
    this.uris = uris;
  }

  @GetMapping("/gc/resolve")
  ResponseEntity<byte[]> resolve(HttpServletRequest request) {
    String component = QueryParameters.one(request, "component");
    if (component == null) {
      throw Refusal.invalid(
          "Query parameter 'component' is required: ?context=<URI>&component=<URI>.");
    }
    String configuration = context(request);
    long id =
        uris.configurationId(configuration)
            .orElseThrow(() ->
                Refusal.notFound(
                    "The context <%s> is no configuration of this server."
                        .formatted(configuration)));
    Resolved resolved = resolutions.resolve(id);
    Resolved.Entry entry =
        resolved
            .of(component)
            .orElseThrow(() ->
                Refusal.notFound(
                    "<%s> has no configuration of the component <%s>."
                        .formatted(configuration, component)));
    return RdfAnswer.of(
        request,
        // The header may name the context: then all contexts have one address.
        resolved.root()
            + "."
            + resolved.revision()
            + "."
            + Integer.toHexString(entry.uri().hashCode()),
        format ->
            RdfWriter.write(
                ResolvedDocuments.add(uris.configuration(resolved.root()), entry, new Statements()),
                format));
  }

  private static String context(HttpServletRequest request) {
    List<String> given =
        Stream.of(ContextUri.PARAMETER, "context")
            .map(request::getParameterValues)
            .filter(Objects::nonNull)
            .flatMap(Stream::of)
            .toList();
    String context = ContextUri.of(given, request);
    if (context == null) {
      throw Refusal.invalid(
          "Query parameter 'context' is required: ?context=<URI>&component=<URI>.");
    }
    return context;
  }
}
