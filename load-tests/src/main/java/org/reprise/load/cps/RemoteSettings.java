package org.reprise.load.cps;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Origin;

/**
 * What {@link CpsRemoteSimulation} is told by system properties, so that it runs under any of
 * Gatling's launchers.
 *
 * @param base the API's base, {@code -Dbase}; http://127.0.0.1:8883/cps/api unless said
 * @param credentials {@code -Dusername} and {@code -Dpassword}, or the environment's {@code
 *     REPRISE_SECURITY_USERNAME} and {@code REPRISE_SECURITY_PASSWORD}
 * @param phases one after another; the first one's requests carry the operations' plain names
 * @param names {@code -DanchorPrefix}
 * @param terminationTimeout {@code -DterminationTimeout}, seconds beyond a phase's own time; 1200
 *     as in the report
 * @param samples where nanoseconds are written to, absent where only Gatling's own report is wanted
 */
record RemoteSettings(
    URI base,
    Credentials credentials,
    List<LoadPhase> phases,
    AnchorNames names,
    Duration terminationTimeout,
    Optional<Path> samples) {
  static final String PHASES = "reprise.phases";
  static final String SAMPLES = "reprise.samples";
  static final String TOKEN = "reprise.token";

  static RemoteSettings fromSystem() {
    return from(System::getProperty, System::getenv);
  }

  static RemoteSettings from(
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    var base = Origin.base(or(properties.apply("base"), "http://127.0.0.1:8883/cps/api"));
    Origin.requireOwned(base, Boolean.parseBoolean(properties.apply("iownthis")));
    var prefix = or(properties.apply("anchorPrefix"), CpsFlow.ANCHOR_PREFIX);
    var token = properties.apply(TOKEN);
    var samples = properties.apply(SAMPLES);
    return new RemoteSettings(
        base,
        credentials(properties, environment),
        phases(properties),
        token == null ? AnchorNames.of(prefix) : AnchorNames.of(prefix, token),
        Duration.ofSeconds(number(properties, "terminationTimeout", 1200)),
        samples == null ? Optional.empty() : Optional.of(Path.of(samples)));
  }

  private static Credentials credentials(
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    var username =
        first(properties.apply("username"), environment.apply("REPRISE_SECURITY_USERNAME"));
    var password =
        first(properties.apply("password"), environment.apply("REPRISE_SECURITY_PASSWORD"));
    if (username == null || password == null) {
      throw new IllegalArgumentException(
          "no credentials: set -Dusername and -Dpassword, or REPRISE_SECURITY_USERNAME and"
              + " REPRISE_SECURITY_PASSWORD in the environment");
    }
    return new Credentials(username, password);
  }

  private static List<LoadPhase> phases(Function<String, @Nullable String> properties) {
    var given = properties.apply(PHASES);
    if (given != null) {
      return Arrays.stream(given.split(",")).map(LoadPhase::parse).toList();
    }
    var experiment = properties.apply("experiment");
    if (experiment != null) {
      return List.of(CpsExperiments.remote(experiment));
    }
    var threads = number(properties, "threads", 10);
    var duration = properties.apply("duration");
    if (duration == null) {
      return List.of(
          new LoadPhase(
              "flow", threads, new LoadPhase.Circles(number(properties, "circles", 100))));
    }
    var window =
        new LoadPhase.Window(
            Duration.ofSeconds(number(properties, "warmUp", 0)),
            Duration.ofSeconds(number(properties, "duration", 60)));
    return List.of(new LoadPhase("flow", threads, window));
  }

  private static int number(
      Function<String, @Nullable String> properties, String name, int otherwise) {
    var given = properties.apply(name);
    if (given == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-D" + name + ": a whole number, not '" + given + "'", e);
    }
  }

  private static String or(@Nullable String value, String otherwise) {
    return value == null ? otherwise : value;
  }

  private static @Nullable String first(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }
}
