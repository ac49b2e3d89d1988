package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/** Parameters of requests, each of which has one value. */
public final class QueryParameters {
  private QueryParameters() {}

  /**
   * Returns a parameter; null where it is not there. Clients add parameters to addresses that have
   * them: the same value twice is one value, and two values are not joined to a third.
   *
   * @throws Refusal 400 where it has different values
   */
  public static @Nullable String one(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    if (values != null && Arrays.stream(values).distinct().count() > 1) {
      throw Refusal.invalid(name + " has several values that differ.");
    }
    return values == null ? null : values[0];
  }
}
