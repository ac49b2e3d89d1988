package org.reprise.ldx.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ProblemShape;
import org.reprise.ldx.rdf.Formats;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.web.OslcErrorShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;

/**
 * Error bodies: {@code oslc:Error} in the format that an OSLC client accepts, RFC 9457 problem
 * details below {@code /ldx}, a short page for browsers.
 */
@Primary
@Component
public class ErrorBodies implements ErrorShape {
  /** The property of problem details with the identifier of a Link Discovery Management error. */
  public static final String IDENTIFIER = "identifier";

  private static final Set<String> OSLC = Set.of("/discover-links", "/get-contributors");

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
    if (isJson(request)) {
      return problems.body(request, status, detail, thrown);
    }
    String identifier =
        thrown instanceof ErrorResponse error
                && error.getBody().getProperties() instanceof Map<String, Object> properties
            ? (String) properties.get(IDENTIFIER)
            : null;
    return body(request, status, identifier, detail);
  }

  private Body body(
      HttpServletRequest request, int status, @Nullable String identifier, String message) {
    if (isPage(request)) {
      Map<String, Object> model = Map.of("status", status, "failure", message);
      return new Body(
          MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
          templates.getObject().process("failure", new Context(Locale.ROOT, model)));
    }
    RdfFormat format =
        Formats.accepted(request.getHeader(HttpHeaders.ACCEPT)).orElse(RdfFormat.RDF_XML);
    byte[] document = OslcErrorShape.document(format, status, identifier, message);
    return new Body(format.contentType().toString(), new String(document, StandardCharsets.UTF_8));
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
