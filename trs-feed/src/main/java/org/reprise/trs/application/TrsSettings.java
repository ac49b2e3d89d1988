package org.reprise.trs.application;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What this process plays, under {@code reprise.trs}.
 *
 * @param applications the applications that run here
 * @param baseUri what the URIs of all applications' resources begin with, before the application's
 *     own path; null for this machine's loopback address and the port
 * @param baseUris of applications that run elsewhere, where it is another one
 * @param projects how many project areas an application has at its first start
 */
@ConfigurationProperties("reprise.trs")
public record TrsSettings(
    @DefaultValue({"ccm", "qm", "rm"}) Set<Application> applications,
    @Nullable String baseUri,
    @DefaultValue Map<Application, String> baseUris,
    @DefaultValue("1") int projects) {
  private static final String PREFIX = "reprise.trs.";
  private static final int MAX_PROJECTS = 10_000;

  /** Copies; refuses what could not work, with the property's name. */
  public TrsSettings {
    applications = Set.copyOf(applications);
    baseUris = Map.copyOf(baseUris);
    if (applications.isEmpty()) {
      throw new IllegalArgumentException(PREFIX + "applications must name at least one");
    }
    if (projects < 1 || projects > MAX_PROJECTS) {
      throw new IllegalArgumentException(
          PREFIX + "projects must be from 1 to %,d, was %,d".formatted(MAX_PROJECTS, projects));
    }
    if (baseUri != null) {
      check("base-uri", baseUri);
    }
    baseUris.forEach((application, uri) -> check("base-uris." + application.path(), uri));
  }

  private static void check(String property, String value) {
    String reason =
        PREFIX + property + " must be as http://host:8886, without a path, was '" + value + "'";
    URI uri;
    try {
      uri = URI.create(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(reason, e);
    }
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!isHttp
        || uri.getRawAuthority() == null
        || !(uri.getScheme() + "://" + uri.getRawAuthority()).equals(value)) {
      throw new IllegalArgumentException(reason);
    }
  }
}
