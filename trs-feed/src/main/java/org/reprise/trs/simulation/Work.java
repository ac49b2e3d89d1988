package org.reprise.trs.simulation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpMethod;

/** What a request has an application do that takes time there. */
enum Work {
  /** It reads an artifact or configuration, or lists some. */
  READ,

  /** It creates, changes or deletes one. */
  WRITE,

  /** It is forwarded to the server of global configurations. */
  PROXIED;

  private static final String PROXY = "proxy";
  private static final Set<String> RESOURCES =
      Set.of("resource", "version", "component", "configuration");
  private static final Set<String> READING = Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name());

  /**
   * Of a request; empty for feeds, discovery and management.
   *
   * @param path as it came, {@code /qm/configuration/7/baselines}
   */
  static Optional<Work> of(String method, String path) {
    List<String> segments = List.of(path.split("/", -1));
    if (segments.size() < 4) {
      return Optional.empty();
    }
    String first = segments.get(2);
    if (first.equals(PROXY)) {
      return Optional.of(PROXIED);
    }
    // The creation factory and query capability of a project: /ccm/oslc/projects/1/resources.
    boolean isOfProject = first.equals("oslc") && segments.getLast().equals("resources");
    if (!isOfProject && !RESOURCES.contains(first)) {
      return Optional.empty();
    }
    return Optional.of(READING.contains(method) ? READ : WRITE);
  }
}
