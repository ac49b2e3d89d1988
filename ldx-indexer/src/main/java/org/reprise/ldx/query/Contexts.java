package org.reprise.ldx.query;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.web.Refusal;
import org.springframework.http.HttpHeaders;

/**
 * The configuration context of a request (OSLC Configuration Management 1.1, "Configuration
 * Context"): a parameter, which wins, or a header.
 */
final class Contexts {
  static final String HEADER = "Configuration-Context";
  private static final String PARAMETER = "oslc_config.context";

  private Contexts() {}

  /** The context; null where the request names none. */
  static @Nullable String of(HttpServletRequest request) {
    String[] parameters = request.getParameterValues(PARAMETER);
    Set<String> given =
        parameters == null ? new LinkedHashSet<>() : new LinkedHashSet<>(List.of(parameters));
    if (given.isEmpty()) {
      request.getHeaders(HEADER).asIterator().forEachRemaining(given::add);
    }
    given.removeIf(String::isBlank);
    if (given.size() > 1) {
      throw Refusal.invalid("The request names two configuration contexts");
    }
    return given.isEmpty() ? null : unquoted(given.iterator().next().strip());
  }

  private static String unquoted(String uri) {
    return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
  }

  /** Says that the answer depends on it. */
  static void vary(HttpHeaders headers) {
    headers.add(HttpHeaders.VARY, HEADER);
  }
}
