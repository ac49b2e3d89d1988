package org.reprise.trs.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.ResourceUris;
import org.reprise.trs.global.GlobalConfigurations;
import org.springframework.stereotype.Component;

/**
 * The configuration in which a request means its resources (OSLC Configuration Management 1.1,
 * "Configuration Context"): from the query string, else from the header.
 */
@Component
public final class ConfigurationContext {
  private static final String HEADER = "Configuration-Context";

  /** The name of the parameter. */
  public static final String PARAMETER = "oslc_config.context";

  private final Applications applications;
  private final Configurations configurations;
  private final GlobalConfigurations globals;
  private final ResourceUris uris;

  ConfigurationContext(
      Applications applications,
      Configurations configurations,
      GlobalConfigurations globals,
      ResourceUris uris) {
    this.applications = applications;
    this.configurations = configurations;
    this.globals = globals;
    this.uris = uris;
  }

  /**
   * The configuration that a request names: a local one, or the one that a global one selects for a
   * component.
   *
   * @param component the number of the component whose resource is meant; asked for where the
   *     request names a global configuration
   * @return empty if it names none
   * @throws Refusal if it names two, or one that is not of this application, or a global one that
   *     selects nothing here, or that cannot be resolved now
   */
  public Optional<LocalConfiguration> of(
      HttpServletRequest request, Application application, IntSupplier component) {
    String[] parameters = request.getParameterValues(PARAMETER);
    return of(parameters == null ? null : List.of(parameters), request, application, component);
  }

  /** Returns the configuration for the parameters of a query, which may be in a form. */
  public Optional<LocalConfiguration> of(
      @Nullable List<String> parameters,
      HttpServletRequest request,
      Application application,
      IntSupplier component) {
    List<String> named =
        strip(parameters == null ? Collections.list(request.getHeaders(HEADER)) : parameters);
    if (named.isEmpty()) {
      return Optional.empty();
    }
    if (new HashSet<>(named).size() > 1) {
      throw Refusal.invalid("The request names more than one configuration: " + named);
    }
    return Optional.of(resolve(named.getFirst(), application, component));
  }

  private LocalConfiguration resolve(String uri, Application application, IntSupplier component) {
    return (globals.isGlobal(uri)
            ? selected(uri, application, component.getAsInt())
            : local(uri, application))
        .orElseThrow(() -> notFound(uri, application));
  }

  private Optional<LocalConfiguration> selected(String uri, Application application, int number) {
    String component = uris.component(application, number);
    Optional<LocalConfiguration> selected =
        globals
            .select(uri, component)
            .flatMap(configuration -> local(configuration, application))
            .filter(configuration -> configuration.project() == number);
    if (selected.isEmpty()) {
      throw Refusal.notFound(
          "The configuration <%s> selects no configuration of <%s>.".formatted(uri, component));
    }
    return selected;
  }

  private Optional<LocalConfiguration> local(String uri, Application application) {
    String start = applications.base(application) + "/configuration/";
    if (!uri.startsWith(start)) {
      return Optional.empty();
    }
    try {
      return configurations.find(application, Long.parseLong(uri.substring(start.length())));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Refusal notFound(String uri, Application application) {
    return Refusal.notFound(
        "The configuration <%s> is no stream or baseline of '%s', nor one of the server of global"
                .formatted(uri, application.path())
            + " configurations, as far as there is one.");
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
