package org.reprise.gc.application;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The applications whose configurations can be contributed, and the limits of requests to them,
 * under {@code reprise.gc}.
 *
 * @param applications by their name, such as {@code qm}
 */
@ConfigurationProperties("reprise.gc")
public record ApplicationSettings(
    @DefaultValue Map<String, Application> applications, @DefaultValue Requests requests) {
  private static final String APPLICATIONS = "reprise.gc.applications";

  /** Copies; refuses what could not work, with the property's name. */
  public ApplicationSettings {
    applications = Map.copyOf(applications);
    applications.forEach(ApplicationSettings::check);
  }

  /**
   * One application.
   *
   * @param baseUri what the URIs of its components and configurations begin with, as {@code
   *     http://127.0.0.1:8886/qm}
   * @param username of the account that asks; null for none
   * @param password of the account
   */
  public record Application(
      @Nullable String baseUri, @Nullable String username, @Nullable String password) {
    /** Keeps the password out of logs. */
    @Override
    public String toString() {
      return "Application[baseUri=%s, username=%s]".formatted(baseUri, username);
    }
  }

  /**
   * Limits of requests to applications.
   *
   * @param timeout until an answer is there to its last byte
   * @param attempts how often a request is sent before it fails
   * @param backoff the wait before the second attempt; each later one waits twice as long
   * @param breakerCalls size of the window: when half of the last calls failed, the circuit opens
   * @param breakerOpen how long it stays open
   * @param keep how long a stored stream of an application counts; a baseline always does
   * @param keepUnused how long what nothing refers to is kept
   */
  public record Requests(
      @DefaultValue("10s") Duration timeout,
      @DefaultValue("3") int attempts,
      @DefaultValue("200ms") Duration backoff,
      @DefaultValue("10") int breakerCalls,
      @DefaultValue("10s") Duration breakerOpen,
      @DefaultValue("10m") Duration keep,
      @DefaultValue("24h") Duration keepUnused) {
    private static final int MAX_ATTEMPTS = 10;
    private static final int MAX_CALLS = 1_000;

    public Requests {
      Duration positive = Duration.ofMillis(1);
      new SettingBounds("reprise.gc.requests")
          .atLeast("timeout", timeout, positive)
          .atLeast("backoff", backoff, positive)
          .atLeast("breaker-open", breakerOpen, positive)
          .atLeast("keep", keep, positive)
          .atLeast("keep-unused", keepUnused, positive)
          .within("attempts", attempts, 1, MAX_ATTEMPTS)
          .within("breaker-calls", breakerCalls, 1, MAX_CALLS);
    }
  }

  private static void check(String name, Application application) {
    BaseUri.check(
        APPLICATIONS + "." + name + ".base-uri", String.valueOf(application.baseUri()), true);
    new SettingBounds(APPLICATIONS)
        .require(
            (application.username() == null) == (application.password() == null),
            name,
            "needs either both of username and password or neither");
  }
}
