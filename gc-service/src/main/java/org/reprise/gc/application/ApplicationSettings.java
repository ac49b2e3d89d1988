package org.reprise.gc.application;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.web.BaseUri;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The applications whose configurations can be contributed, and how they are asked, under {@code
 * reprise.gc}.
 *
 * @param applications by their name, such as {@code qm}
 * @param asking how they are asked
 */
@ConfigurationProperties("reprise.gc")
public record ApplicationSettings(
    @DefaultValue Map<String, Application> applications, @DefaultValue Asking asking) {
  private static final String PREFIX = "reprise.gc.";

  /** Copies; refuses what could not work, with the property's name. */
  public ApplicationSettings {
    applications = Map.copyOf(applications);
    applications.forEach((name, one) -> check(PREFIX + "applications." + name, one));
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
   * Bounds of asking.
   *
   * @param timeout until an answer is there to its last byte
   * @param attempts how often something is asked before it fails
   * @param backoff the wait before the second attempt; each later one waits twice as long
   * @param breakerCalls of so many calls that end, half fail: then the application is left alone
   * @param breakerOpen how long
   * @param keep how long what is known of an application's stream counts; of a baseline it always
   *     does
   * @param keepUnused how long what nothing refers to is kept
   */
  public record Asking(
      @DefaultValue("10s") Duration timeout,
      @DefaultValue("3") int attempts,
      @DefaultValue("200ms") Duration backoff,
      @DefaultValue("10") int breakerCalls,
      @DefaultValue("10s") Duration breakerOpen,
      @DefaultValue("10m") Duration keep,
      @DefaultValue("24h") Duration keepUnused) {
    private static final int MAX_ATTEMPTS = 10;
    private static final int MAX_CALLS = 1_000;

    public Asking {
      positive("timeout", timeout);
      positive("backoff", backoff);
      positive("breaker-open", breakerOpen);
      positive("keep", keep);
      positive("keep-unused", keepUnused);
      within("attempts", attempts, MAX_ATTEMPTS);
      within("breaker-calls", breakerCalls, MAX_CALLS);
    }

    private static void positive(String property, Duration value) {
      if (value.toMillis() < 1) {
        throw new IllegalArgumentException(
            "%sasking.%s must be at least 1ms, was %s".formatted(PREFIX, property, value));
      }
    }

    private static void within(String property, int value, int max) {
      if (value < 1 || value > max) {
        throw new IllegalArgumentException(
            "%sasking.%s must be from 1 to %,d, was %,d".formatted(PREFIX, property, max, value));
      }
    }
  }

  private static void check(String property, Application application) {
    BaseUri.check(property + ".base-uri", String.valueOf(application.baseUri()), true);
    if ((application.username() == null) != (application.password() == null)) {
      throw new IllegalArgumentException(
          property + " needs either both of username and password or neither");
    }
  }
}
