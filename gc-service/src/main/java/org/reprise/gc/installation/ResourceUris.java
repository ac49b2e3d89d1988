package org.reprise.gc.installation;

import java.util.OptionalLong;

/** URIs of components, configurations and activities, and of their pages for people. */
public final class ResourceUris {
  /** What paths have for an id: a plain decimal number, so that each resource has one address. */
  public static final String ID = "{id:[1-9][0-9]{0,17}}";

  private static final int MAX_DIGITS = 18;

  private final String base;

  ResourceUris(String base) {
    this.base = base;
  }

  /** What every URI begins with, as {@code http://127.0.0.1:8882}, without a slash at the end. */
  public String base() {
    return base;
  }

  public String component(long id) {
    return base + "/gc/component/" + id;
  }

  public String configuration(long id) {
    return base + "/gc/configuration/" + id;
  }

  public String activity(long id) {
    return base + "/gc/activity/" + id;
  }

  /** Returns the URI of a resource shape, as {@code component} or {@code stream}. */
  public String shape(String name) {
    return base + "/gc/shapes/" + name;
  }

  /** Returns the id of a component; empty if a URI is of something else. */
  public OptionalLong componentId(String uri) {
    return id(uri, base + "/gc/component/");
  }

  /** Returns the id of a configuration; empty if a URI is of something else. */
  public OptionalLong configurationId(String uri) {
    return id(uri, base + "/gc/configuration/");
  }

  private static OptionalLong id(String uri, String start) {
    String digits = uri.startsWith(start) ? uri.substring(start.length()) : "";
    boolean isId =
        !digits.isEmpty()
            && digits.length() <= MAX_DIGITS
            && digits.charAt(0) != '0'
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isId ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
  }

  public String componentPage(long id) {
    return base + "/gc/web/component/" + id;
  }

  public String home() {
    return base + "/gc/web";
  }

  public String activityPage(long id) {
    return base + "/gc/web/activity/" + id;
  }

  public String configurationPage(long id) {
    return base + "/gc/web/configuration/" + id;
  }
}
