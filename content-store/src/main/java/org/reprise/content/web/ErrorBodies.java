package org.reprise.content.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ProblemShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Errors as clients of CMIS expect them on its paths (section 5.2.10), a short page for browsers on
 * the pages', and problem details elsewhere.
 */
@Component
final class ErrorBodies implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final ErrorShape problems = new ProblemShape();

  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorBodies(ObjectProvider<ISpringTemplateEngine> templates) {
    this.templates = templates;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    if (isCmis(request)) {
      return cmis(exception(status), detail);
    }
    return isPage(request) ? page(status, detail) : problems.body(request, status, detail);
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    if (isCmis(request) && thrown instanceof RepositoryFault fault) {
      return cmis(fault.kind().id(), detail);
    }
    return isCmis(request) || isPage(request)
        ? body(request, status, detail)
        : problems.body(request, status, detail, thrown);
  }

  private static boolean isPage(HttpServletRequest request) {
    return String.valueOf(request.getRequestURI()).startsWith("/content/web");
  }

  private Body page(int status, String failure) {
    Map<String, Object> model = Map.of("status", status, "failure", failure);
    return new Body(
        MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
        templates.getObject().process("failure", new Context(Locale.ROOT, model)));
  }

  private static boolean isCmis(HttpServletRequest request) {
    return String.valueOf(request.getRequestURI()).startsWith("/cmis/");
  }

  private static Body cmis(String exception, String message) {
    ObjectNode body = JSON.createObjectNode().put("exception", exception).put("message", message);
    return new Body(MediaType.APPLICATION_JSON_VALUE, body.toString());
  }

  private static String exception(int status) {
    return switch (status) {
      case 401, 403 -> Kind.PERMISSION_DENIED.id();
      case 404 -> Kind.OBJECT_NOT_FOUND.id();
      case 405 -> Kind.NOT_SUPPORTED.id();
      case 409 -> Kind.CONSTRAINT.id();
      case 507 -> "storage";
      default -> status < 500 ? Kind.INVALID_ARGUMENT.id() : "runtime";
    };
  }
}
