package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.Pages;
import org.reprise.kit.error.ErrorShape;
import org.reprise.oslc.web.OslcErrorShape;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * Errors as pages where people are and where a browser asks, and as {@code oslc:Error} elsewhere.
 */
@Primary
@Component
class ErrorPages implements ErrorShape {
  // Of pages only forms are forbidden, by their token.
  private static final String NOT_OURS =
      "The page with this form was opened before the browser was started again, or is of another"
          + " site. Nothing was stored: open the page anew, then send the form.";

  private final ErrorShape documents = new OslcErrorShape();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    String path = request.getRequestURI();
    boolean isForm =
        path != null && (path.startsWith(Layout.HOME) || path.startsWith("/gc/dialogs"));
    if (isForm || Pages.isAskedFor(request)) {
      boolean isNotOurs = isForm && status == HttpStatus.FORBIDDEN.value();
      return new Body(
          MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
          page(status, isNotOurs ? NOT_OURS : detail));
    }
    return documents.body(request, status, detail);
  }

  private static String page(int status, String detail) {
    HttpStatus known = HttpStatus.resolve(status);
    Html html = Layout.begin(known == null ? "Error" : known.getReasonPhrase());
    html.add("<h1>%s</h1>", title(status));
    Layout.failure(html, detail);
    html.raw("<p>Your browser's Back button leads to where you were, with what you typed.</p>");
    return Layout.end(html);
  }

  private static String title(int status) {
    return switch (status) {
      case 401 -> "Please log in";
      case 403 -> "This form cannot be taken";
      case 404 -> "Not found";
      case 409, 412 -> "Not done";
      case 503 -> "Not now";
      default -> status < 500 ? "This cannot be" : "Something failed";
    };
  }
}
