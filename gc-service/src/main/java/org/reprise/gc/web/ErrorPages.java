package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.reprise.gc.installation.Pages;
import org.reprise.kit.error.ErrorShape;
import org.reprise.oslc.web.OslcErrorShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Primary;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;

/**
 * Errors as pages where people are and where a browser asks, and as {@code oslc:Error} elsewhere.
 */
@Primary
@Component
class ErrorPages implements ErrorShape {
  private final ErrorShape documents = new OslcErrorShape();
  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorPages(ObjectProvider<ISpringTemplateEngine> templates) {
    this.templates = templates;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    String path = request.getRequestURI();
    boolean isForm =
        path != null && (path.startsWith(Forms.HOME) || path.startsWith(DialogPages.HOME));
    if (!isForm && !Pages.isPreferred(request)) {
      return documents.body(request, status, detail);
    }
    Map<String, Object> model = Map.of("status", status, "failure", detail);
    return new Body(
        MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
        templates.getObject().process("failure", new Context(Locale.ROOT, model)));
  }
}
