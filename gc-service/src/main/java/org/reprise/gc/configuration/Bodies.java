package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpHeaders;

/** Reads the bodies of requests. */
public final class Bodies {
  // The largest document that is answered: five of each contribution and of each entry that the
  // configuration resolves to, and those of the configuration itself.
  private static final int MAX_STATEMENTS =
      5 * (Editing.MAX_CONTRIBUTIONS + Graph.MAX_TREE_SIZE) + 1_000;

  private Bodies() {}

  /**
   * The statements of a body that must be there.
   *
   * @param base for relative URIs
   * @throws Refusal 400 if there is none or it cannot be read, 415 if its type is none that is read
   */
  public static List<Triple> required(
      byte @Nullable [] body, HttpServletRequest request, String base) {
    if (body == null || body.length == 0) {
      throw Refusal.invalid("The request has no body.");
    }
    return RdfReader.read(body, request.getHeader(HttpHeaders.CONTENT_TYPE), base, MAX_STATEMENTS);
  }

  /** Returns the statements of a body, which may be absent. */
  public static List<Triple> optional(
      byte @Nullable [] body, HttpServletRequest request, String base) {
    return body == null || body.length == 0 ? List.of() : required(body, request, base);
  }

  public static String account(HttpServletRequest request) {
    String name = request.getRemoteUser();
    return name == null ? "unknown" : name;
  }
}
