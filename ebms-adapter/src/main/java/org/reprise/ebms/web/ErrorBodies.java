package org.reprise.ebms.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.receive.Responses;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ProblemShape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.ISpringTemplateEngine;
import tools.jackson.databind.exc.MismatchedInputException;

/** Errors: envelopes for messages, pages for operators, problem details elsewhere. */
@Component
final class ErrorBodies implements ErrorShape {
  private static final String PAGES = "/ebms-admin";

  private final ErrorShape problems = new ProblemShape();
  // The servlet container needs this before there are templates.
  private final ObjectProvider<ISpringTemplateEngine> templates;

  ErrorBodies(ObjectProvider<ISpringTemplateEngine> templates) {
    this.templates = templates;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    Body other = messageOrPage(request, status, detail);
    return other == null ? problems.body(request, status, detail) : other;
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    String precise = precise(detail, thrown);
    Body other = messageOrPage(request, status, precise);
    return other == null ? problems.body(request, status, precise, thrown) : other;
  }

  private static String precise(String detail, Throwable thrown) {
    return thrown instanceof HttpMessageNotReadableException
            && thrown.getCause() instanceof MismatchedInputException wrong
            && !wrong.getPath().isEmpty()
        ? "'%s' in the body is not known, or its value cannot be read."
            .formatted(wrong.getPath().getLast().getPropertyName())
        : detail;
  }

  private @Nullable Body messageOrPage(HttpServletRequest request, int status, String detail) {
    String path = String.valueOf(request.getRequestURI());
    if (path.equals("/ebms")) {
      return Responses.unreadable(status);
    }
    if (!path.equals(PAGES) && !path.startsWith(PAGES + "/")) {
      return null;
    }
    Map<String, Object> model = Map.of("status", status, "failure", detail);
    return new Body(
        MediaType.TEXT_HTML_VALUE + ";charset=UTF-8",
        templates.getObject().process("failure", new Context(Locale.ROOT, model)));
  }
}
