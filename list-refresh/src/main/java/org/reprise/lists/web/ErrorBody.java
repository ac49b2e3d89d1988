package org.reprise.lists.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/** The body of every error, and one reason of a 422 (FOLIO's shape); its code is for programs. */
record ErrorBody(String message, String code, List<Refusal.Parameter> parameters) {
  /** The actions of methods that do what HTTP's method says. */
  private static final Map<String, String> USUAL_ACTIONS =
      Map.of("GET", "read", "POST", "create", "PUT", "update", "DELETE", "delete");

  static ErrorBody of(
      HttpServletRequest request, String code, String message, List<Refusal.Parameter> parameters) {
    String action = action(request);
    return new ErrorBody(message, action == null ? code : action + "-" + code, parameters);
  }

  private static @Nullable String action(HttpServletRequest request) {
    if (request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE)
        instanceof HandlerMethod method) {
      Action action = method.getMethodAnnotation(Action.class);
      return action == null ? USUAL_ACTIONS.get(request.getMethod()) : action.value();
    }
    return null;
  }
}
