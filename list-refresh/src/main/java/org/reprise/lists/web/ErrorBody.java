package org.reprise.lists.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The body of every error of this service, and one reason of a 422 (FOLIO's shape).
 *
 * @param code for programs: the action, a hyphen, the error
 */
record ErrorBody(String message, String code, List<Refusal.Parameter> parameters) {
  static ErrorBody of(
      HttpServletRequest request, String code, String message, List<Refusal.Parameter> parameters) {
    String action = action(request);
    return new ErrorBody(message, action == null ? code : action + "-" + code, parameters);
  }

  private static @Nullable String action(HttpServletRequest request) {
    Object handler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
    if (handler instanceof HandlerMethod method) {
      Action action = method.getMethodAnnotation(Action.class);
      return action == null ? null : action.value();
    }
    return null;
  }
}
