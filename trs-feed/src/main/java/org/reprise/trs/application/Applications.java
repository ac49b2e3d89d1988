package org.reprise.trs.application;

import java.util.Arrays;
import java.util.List;
import org.reprise.oslc.refusal.Refusal;

/** The applications that run in this process, and the URIs of all of them. */
public final class Applications {
  private final TrsSettings settings;
  private final String baseUri;

  /**
   * Creates the applications.
   *
   * @param port on which the service listens, for the base URI where none is set
   */
  public Applications(TrsSettings settings, int port) {
    this.settings = settings;
    if (settings.baseUri() == null && port == 0) {
      throw new IllegalArgumentException(
          "reprise.trs.base-uri must be set where server.port is 0: URIs outlive the process");
    }
    this.baseUri = settings.baseUri() == null ? "http://127.0.0.1:" + port : settings.baseUri();
  }

  /** Those that run here and have resources. */
  public List<Application> withResources() {
    return Arrays.stream(Application.values())
        .filter(one -> one.hasResources() && runs(one))
        .toList();
  }

  /** Returns whether an application runs here. */
  public boolean runs(Application application) {
    return settings.applications().contains(application);
  }

  /**
   * The application that a path begins with.
   *
   * @throws Refusal if none of that name with resources runs here
   */
  public Application named(String path) {
    return withResources().stream()
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("No application '" + path + "' runs here."));
  }

  /** What the URIs of an application's resources begin with, without a slash at the end. */
  public String base(Application application) {
    return settings.baseUris().getOrDefault(application, baseUri) + "/" + application.path();
  }
}
