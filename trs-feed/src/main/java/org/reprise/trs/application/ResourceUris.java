package org.reprise.trs.application;

import org.springframework.stereotype.Component;

/** URIs of artifacts, their versions and what they belong to. */
@Component
public final class ResourceUris {
  private final Applications applications;

  ResourceUris(Applications applications) {
    this.applications = applications;
  }

  /** A work item, or a concept. */
  public String concept(Application application, long id) {
    return applications.base(application) + "/resource/" + id;
  }

  /** Returns the URI of what the feed lists: a version, or a work item. */
  public String tracked(Application application, long id) {
    return trackedStart(application) + id;
  }

  /** Returns what the URIs begin with that the feed lists. */
  public String trackedStart(Application application) {
    return applications.base(application)
        + (application.isVersioned() ? "/version/" : "/resource/");
  }

  /** The creation factory and query base of a project area. */
  public String factory(Application application, int project) {
    return provider(application, project) + "/resources";
  }

  /** The service provider of a project area. */
  public String provider(Application application, int project) {
    return applications.base(application) + "/oslc/projects/" + project;
  }

  /** The component that a project area is. */
  public String component(Application application, int project) {
    return applications.base(application) + "/component/" + project;
  }

  /** A feed. */
  public String feed(Application application) {
    return applications.base(application) + "/trs";
  }

  /** What describes the shape of artifacts. */
  public String shape(Application application, String name) {
    return applications.base(application) + "/shapes/" + name;
  }
}
