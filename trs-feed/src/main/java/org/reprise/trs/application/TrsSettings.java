package org.reprise.trs.application;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The applications of this process, under {@code reprise.trs}.
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
  private static final int MAX_PROJECTS = 10_000;

  /** Copies; refuses what could not work, with the property's name. */
  public TrsSettings {
    applications = Set.copyOf(applications);
    baseUris = Map.copyOf(baseUris);
    new SettingBounds("reprise.trs")
        .require(!applications.isEmpty(), "applications", "must name at least one")
        .within("projects", projects, 1, MAX_PROJECTS);
    BaseUri.check("reprise.trs.base-uri", baseUri, false);
    baseUris.forEach((application, uri) ->
        BaseUri.check("reprise.trs.base-uris." + application.path(), uri, false));
  }
}
