package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.reprise.gc.installation.Pages;
import org.reprise.kit.error.ErrorShape;
import org.reprise.oslc.web.OslcErrorShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpStatus;
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
  // Only forms are forbidden there, for their token.
  private static final String FORBIDDEN =
      "The page with this form was opened before the browser was started again, or is of another"
          + " site. Nothing was stored: open the page anew, then send the form.";

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
    HttpStatus known = HttpStatus.resolve(status);
    Map<String, Object> model =
        Map.of(
            "reason", known == null ? "Error" : known.getReasonPhrase(),
            "heading", heading(status),
            "failure", isForm && status == HttpStatus.FORBIDDEN.value() ? FORBIDDEN : detail);
    return new Body(
        MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
        templates.getObject().process("failure", new Context(Locale.ROOT, model)));
  }

  private static String heading(int status) {
    return switch (status) {
      case 401 -> "Please log in";
      case 403 -> "This form cannot be accepted";
      case 404 -> "Not found";
      case 409, 412 -> "Not done";
      case 503 -> "Not available now";
      default -> status < 500 ? "This request is not valid" : "Something failed";
    };
  }
}
