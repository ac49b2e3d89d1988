package org.reprise.gc.installation;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/** Reads parameters that are sent once: two values are not joined to a third. */
public final class Parameters {
  private Parameters() {}

  /**
   * The value of a parameter; null where there is none.
   *
   * @throws Refusal 400 where there are several
   */
  public static @Nullable String one(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    if (values != null && values.length > 1) {
      throw Refusal.invalid(name + " stands there " + values.length + " times.");
    }
    return values == null ? null : values[0];
  }
}
