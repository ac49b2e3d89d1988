package org.reprise.trs.application;

import java.util.Arrays;
import java.util.List;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The applications that run in this process, and the URIs of the resources of all of them. */
@Component
public final class Applications {
  private final TrsSettings settings;
  private final String baseUri;

  /**
   * Creates the applications.
   *
   * @param port on which the service listens, for the base URI where none is set
   */
  public Applications(TrsSettings settings, @Value("${server.port}") int port) {
    this.settings = settings;
    if (settings.baseUri() == null && port == 0) {
      throw new IllegalArgumentException(
          "reprise.trs.base-uri must be set where server.port is 0: URIs outlive the process");
    }
    this.baseUri = settings.baseUri() == null ? "http://127.0.0.1:" + port : settings.baseUri();
  }

  /** Returns the applications that run here and have resources. */
  public List<Application> withResources() {
    return Arrays.stream(Application.values())
        .filter(one -> one.hasResources() && runs(one))
        .toList();
  }

  public boolean runs(Application application) {
    return settings.applications().contains(application);
  }

  /**
   * Returns the application that a path begins with.
   *
   * @throws Refusal if none of that name with resources runs here
   */
  public Application named(String path) {
    return withResources().stream()
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("No application '" + path + "' runs here."));
  }

  /**
   * Returns the application that a path begins with, whose artifacts have versions.
   *
   * @throws Refusal if none of that name runs here, or its artifacts have none
   */
  public Application versioned(String path) {
    Application application = named(path);
    if (!application.isVersioned()) {
      throw Refusal.notFound("The artifacts of '" + path + "' have no versions.");
    }
    return application;
  }

  /** Returns the start of the URIs of an application's resources, without a slash at the end. */
  public String base(Application application) {
    return settings.baseUris().getOrDefault(application, baseUri) + "/" + application.path();
  }

  /** Returns the URI of a work item or concept. */
  public String concept(Application application, long id) {
    return base(application) + "/resource/" + id;
  }

  /** Returns the URI of what the feed lists: a version, or a work item. */
  public String tracked(Application application, long id) {
    return trackedStart(application) + id;
  }

  /** Returns what the URIs begin with that the feed lists. */
  public String trackedStart(Application application) {
    return base(application) + (application.isVersioned() ? "/version/" : "/resource/");
  }

  /** Returns the URI of the creation factory and query base of a project area. */
  public String factory(Application application, int project) {
    return provider(application, project) + "/resources";
  }

  /** Returns the URI of the service provider of a project area. */
  public String provider(Application application, int project) {
    return base(application) + "/oslc/projects/" + project;
  }

  /** Returns the URI of the component that a project area is. */
  public String component(Application application, int project) {
    return base(application) + "/component/" + project;
  }

  /** Returns the URI of a feed. */
  public String feed(Application application) {
    return base(application) + "/trs";
  }

  /** Returns the URI of a resource shape. */
  public String shape(Application application, String name) {
    return base(application) + "/shapes/" + name;
  }

  /** Returns the URI of a stream or baseline. */
  public String configuration(Application application, long id) {
    return base(application) + "/configuration/" + id;
  }
}
