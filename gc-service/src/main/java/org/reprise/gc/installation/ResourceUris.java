package org.reprise.gc.installation;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** URIs of components, configurations and activities, and of their pages for people. */
public final class ResourceUris {
  /** The path variable of an id: a plain decimal number, so that each resource has one address. */
  public static final String ID = "{id:[1-9][0-9]{0,17}}";

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  private final String base;

  ResourceUris(String base) {
    this.base = base;
  }

  /**
   * Returns the start of every URI, as {@code http://127.0.0.1:8882}, without a slash at the end.
   */
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
    return NUMBER.matcher(digits).matches()
        ? OptionalLong.of(Long.parseLong(digits))
        : OptionalLong.empty();
  }

  /** Returns the address of the first page for people. */
  public String home() {
    return base + "/gc/web";
  }

  /** Returns the address of the page about a resource of this server. */
  public String page(String uri) {
    return home() + uri.substring((base + "/gc").length());
  }
}
