package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/**
 * The configuration context of a request (OSLC Configuration Management 1.1, "Configuration
 * Context"): a parameter, which wins, or a header.
 */
public final class ContextUri {
  public static final String HEADER = "Configuration-Context";
  public static final String PARAMETER = "oslc_config.context";

  private ContextUri() {}

  /**
   * Returns the URI of the context; null for none.
   *
   * @throws Refusal 400 if the request names two
   */
  public static @Nullable String of(HttpServletRequest request) {
    String[] parameters = request.getParameterValues(PARAMETER);
    return of(parameters == null ? List.of() : List.of(parameters), request);
  }

  /** Returns the context for given values of the parameter, such as those of a form. */
  public static @Nullable String of(List<String> parameters, HttpServletRequest request) {
    List<String> given = uris(parameters);
    if (given.isEmpty()) {
      // A parameter without a value does not hide the header.
      given = uris(Collections.list(request.getHeaders(HEADER)));
    }
    if (given.size() > 1) {
      throw Refusal.invalid("The request names two configuration contexts: " + given);
    }
    return given.isEmpty() ? null : given.getFirst();
  }

  // Some clients write angle brackets around them.
  private static List<String> uris(List<String> values) {
    return values.stream()
        .map(value -> value.strip().replaceFirst("^<(.*)>$", "$1"))
        .filter(uri -> !uri.isEmpty())
        .distinct()
        .toList();
  }
}
