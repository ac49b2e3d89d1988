package org.reprise.ebms.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.reprise.kit.error.ErrorShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Primary;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;

/** Errors as pages below {@link #HOME}; elsewhere as the message handler and its API shape them. */
@Primary
@Component
class ErrorPages implements ErrorShape {
  static final String HOME = "/ebms-admin";
  private static final String FORBIDDEN_FORM =
      "Your account lacks the role for this, or the page with the form was opened before the"
          + " browser was started again. Nothing was changed: open the page again, then send the"
          + " form.";

  private final ErrorShape others;
  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorPages(
      @Qualifier("messageErrorShape") ErrorShape others,
      ObjectProvider<ISpringTemplateEngine> templates) {
    this.others = others;
    this.templates = templates;
  }

  private static boolean isPage(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path != null && (path.equals(HOME) || path.startsWith(HOME + "/"));
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return isPage(request) ? page(request, status, detail) : others.body(request, status, detail);
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    return isPage(request)
        ? page(request, status, detail)
        : others.body(request, status, detail, thrown);
  }

  private Body page(HttpServletRequest request, int status, String detail) {
    boolean isForm =
        status == HttpStatus.FORBIDDEN.value() && HttpMethod.POST.matches(request.getMethod());
    Map<String, Object> model =
        Map.of("status", status, "failure", isForm ? FORBIDDEN_FORM : detail);
    return new Body(
        MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
        templates.getObject().process("failure", new Context(Locale.ROOT, model)));
  }
}
