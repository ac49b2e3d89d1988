package org.reprise.ldx.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ProblemShape;
import org.reprise.ldx.rdf.RdfFormat;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;

/**
 * Errors in the form that the caller reads: OSLC's in the asked RDF format, RFC 9457 problem
 * details below {@code /ldx}, a short page for browsers.
 */
@Component
class ErrorBodies implements ErrorShape {
  static final Set<String> OSLC = Set.of("/discover-links", "/get-contributors");

  private final ErrorShape problems = new ProblemShape();

  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorBodies(ObjectProvider<ISpringTemplateEngine> templates) {
    this.templates = templates;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return isJson(request)
        ? problems.body(request, status, detail)
        : body(request, status, null, detail);
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    String identifier = thrown instanceof Refusal refusal ? refusal.identifier() : null;
    return isJson(request)
        ? problems.body(request, status, detail, thrown)
        : body(request, status, identifier, detail);
  }

  private Body body(
      HttpServletRequest request, int status, @Nullable String identifier, String message) {
    if (isPage(request)) {
      Map<String, Object> model = Map.of("status", status, "failure", message);
      return new Body(
          MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
          templates.getObject().process("failure", new Context(Locale.ROOT, model)));
    }
    RdfFormat accepted = RdfFormat.accepted(request.getHeader(HttpHeaders.ACCEPT));
    RdfFormat format = accepted == null ? RdfFormat.RDF_XML : accepted;
    byte[] document = new OslcError(status, identifier, message).bytes(format);
    return new Body(
        format.mediaType() + ";charset=UTF-8", new String(document, StandardCharsets.UTF_8));
  }

  private static boolean isPage(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path != null && path.startsWith("/ldx/web");
  }

  // OSLC's own requests are answered in RDF, which "application/json" is a name of, too.
  private static boolean isJson(HttpServletRequest request) {
    String path = request.getRequestURI();
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (isPage(request) || path != null && OSLC.contains(path)) {
      return false;
    }
    return path != null && (path.startsWith("/ldx/") || path.startsWith("/actuator"))
        || accept != null && accept.contains("application/json");
  }
}
