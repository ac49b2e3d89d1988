package org.reprise.trs.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.ContextUri;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.global.GlobalConfigurations;
import org.springframework.stereotype.Component;

/**
 * The configuration in which a request means its resources (OSLC Configuration Management 1.1,
 * "Configuration Context"): from the query string, else from the header.
 */
@Component
public final class ConfigurationContext {
  private final Applications applications;
  private final Configurations configurations;
  private final GlobalConfigurations globals;

  ConfigurationContext(
      Applications applications, Configurations configurations, GlobalConfigurations globals) {
    this.applications = applications;
    this.configurations = configurations;
    this.globals = globals;
  }

  /**
   * Returns the configuration that a request names: a local one, or the one that a global one
   * selects for a component. Where it names none, returns the component's first stream.
   *
   * @param component the number of the component whose resource is meant; asked for unless the
   *     request names a local configuration
   * @throws Refusal if it names two, or one that is not of this application, or a global one that
   *     selects nothing here, or that cannot be resolved now
   */
  public LocalConfiguration of(
      HttpServletRequest request, Application application, IntSupplier component) {
    return of(ContextUri.of(request), application, component);
  }

  /** Returns the configuration with a URI; null for none. */
  public LocalConfiguration of(
      @Nullable String uri, Application application, IntSupplier component) {
    if (uri == null) {
      return configurations.firstStream(application, component.getAsInt());
    }
    return (globals.isGlobal(uri)
            ? selected(uri, application, component.getAsInt())
            : local(uri, application))
        .orElseThrow(() -> notFound(uri, application));
  }

  private Optional<LocalConfiguration> selected(String uri, Application application, int number) {
    String component = applications.component(application, number);
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
}
