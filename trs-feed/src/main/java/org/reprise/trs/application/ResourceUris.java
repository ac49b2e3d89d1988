package org.reprise.trs.application;

import org.springframework.stereotype.Component;

/** URIs of artifacts, their versions and what they belong to. */
@Component
public final class ResourceUris {
  private final Applications applications;

  ResourceUris(Applications applications) {
    this.applications = applications;
  }

  /** Returns the URI of a work item or concept. */
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

  /** Returns the URI of the creation factory and query base of a project area. */
  public String factory(Application application, int project) {
    return provider(application, project) + "/resources";
  }

  /** Returns the URI of the service provider of a project area. */
  public String provider(Application application, int project) {
    return applications.base(application) + "/oslc/projects/" + project;
  }

  /** Returns the URI of the component that a project area is. */
  public String component(Application application, int project) {
    return applications.base(application) + "/component/" + project;
  }

  /** Returns the URI of a feed. */
  public String feed(Application application) {
    return applications.base(application) + "/trs";
  }

  /** Returns the URI of a resource shape. */
  public String shape(Application application, String name) {
    return applications.base(application) + "/shapes/" + name;
  }
}
