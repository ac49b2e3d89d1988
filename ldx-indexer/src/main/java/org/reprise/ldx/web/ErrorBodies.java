package org.reprise.ldx.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.ldx.rdf.RdfFormat;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;
import tools.jackson.databind.json.JsonMapper;

/**
 * Errors in the form that the caller reads: OSLC's in the asked RDF format, RFC 9457 problem
 * details below {@code /ldx}, a short page for browsers.
 */
@Component
class ErrorBodies implements ErrorShape {
  private static final Set<String> OSLC = Set.of("/discover-links", "/get-contributors");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorBodies(ObjectProvider<ISpringTemplateEngine> templates) {
    this.templates = templates;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return body(request, status, null, detail);
  }

  Body body(HttpServletRequest request, int status, @Nullable String identifier, String message) {
    String path = request.getRequestURI();
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (path != null && path.startsWith("/ldx/web")) {
      Map<String, Object> model = Map.of("status", status, "failure", message);
      return new Body(
          MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
          templates.getObject().process("failure", new Context(Locale.ROOT, model)));
    }
    if (isJson(path, accept)) {
      return new Body(MediaType.APPLICATION_PROBLEM_JSON_VALUE, json(status, identifier, message));
    }
    RdfFormat accepted = RdfFormat.accepted(accept);
    RdfFormat format = accepted == null ? RdfFormat.RDF_XML : accepted;
    byte[] document = new OslcError(status, identifier, message).bytes(format);
    return new Body(
        format.mediaType() + ";charset=UTF-8", new String(document, StandardCharsets.UTF_8));
  }

  // OSLC's own requests are answered in RDF, which "application/json" is a name of, too.
  private static boolean isJson(@Nullable String path, @Nullable String accept) {
    if (path != null && OSLC.contains(path)) {
      return false;
    }
    return path != null && (path.startsWith("/ldx/") || path.startsWith("/actuator"))
        || accept != null && accept.contains("application/json");
  }

  private static String json(int status, @Nullable String identifier, String message) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "about:blank");
    problem.put("status", status);
    problem.put("detail", message);
    if (identifier != null) {
      problem.put("identifier", identifier);
    }
    return JSON.writeValueAsString(problem);
  }
}
