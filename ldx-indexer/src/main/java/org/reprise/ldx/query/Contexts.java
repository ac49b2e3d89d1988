package org.reprise.ldx.query;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/**
 * The configuration context of a request (OSLC Configuration Management 1.1, "Configuration
 * Context"): a parameter, which wins, or a header.
 */
final class Contexts {
  static final String HEADER = "Configuration-Context";
  private static final String PARAMETER = "oslc_config.context";

  private Contexts() {}

  /** Returns the context; null for none. */
  static @Nullable String of(HttpServletRequest request) {
    Set<String> given = new LinkedHashSet<>();
    String[] parameters = request.getParameterValues(PARAMETER);
    add(parameters == null ? List.of() : List.of(parameters), given);
    if (given.isEmpty()) {
      add(Collections.list(request.getHeaders(HEADER)), given);
    }
    if (given.size() > 1) {
      throw Refusal.invalid("The request names two configuration contexts");
    }
    return given.isEmpty() ? null : given.iterator().next();
  }

  // A parameter without a value does not hide the header.
  private static void add(List<String> values, Set<String> given) {
    values.stream()
        .filter(value -> !value.isBlank())
        .map(value -> unquoted(value.strip()))
        .forEach(given::add);
  }

  private static String unquoted(String uri) {
    return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
  }
}
