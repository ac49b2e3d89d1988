package org.reprise.trs.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;

/**
 * The configuration in which a request means its resources (OSLC Configuration Management 1.1,
 * "Configuration Context"): from the query string, else from the header.
 */
public final class ConfigurationContext {
  private static final String HEADER = "Configuration-Context";
  private static final String PARAMETER = "oslc_config.context";

  private final Applications applications;
  private final Configurations configurations;

  ConfigurationContext(Applications applications, Configurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
  }

  /**
   * The configuration that a request names.
   *
   * @return empty where it names none
   * @throws Refusal where it names two, or one that is not of this application: global
   *     configurations are not resolved yet
   */
  public Optional<LocalConfiguration> of(HttpServletRequest request, Application application) {
    String[] parameters = request.getParameterValues(PARAMETER);
    List<String> named =
        parameters == null
            ? strip(Collections.list(request.getHeaders(HEADER)))
            : strip(List.of(parameters));
    if (named.isEmpty()) {
      return Optional.empty();
    }
    if (new HashSet<>(named).size() > 1) {
      throw Refusal.invalid("The request names more than one configuration: " + named);
    }
    return Optional.of(resolve(named.getFirst(), application));
  }

  private LocalConfiguration resolve(String uri, Application application) {
    String start = applications.base(application) + "/configuration/";
    if (uri.startsWith(start)) {
      try {
        Optional<LocalConfiguration> found =
            configurations.find(application, Long.parseLong(uri.substring(start.length())));
        if (found.isPresent()) {
          return found.get();
        }
      } catch (NumberFormatException e) {
        throw notFound(uri, application);
      }
    }
    throw notFound(uri, application);
  }

  private static Refusal notFound(String uri, Application application) {
    return Refusal.notFound(
        "The configuration <%s> is no stream or baseline of '%s'; configurations of other servers,"
                .formatted(uri, application.path())
            + " such as global ones, are not resolved here.");
  }

  // Angle brackets as some clients send them.
  private static List<String> strip(List<String> uris) {
    List<String> all = new ArrayList<>();
    for (String uri : uris) {
      String one = uri.strip();
      all.add(one.startsWith("<") && one.endsWith(">") ? one.substring(1, one.length() - 1) : one);
    }
    all.removeIf(String::isEmpty);
    return all;
  }
}
