package org.reprise.load.lists;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Origin;

/**
 * What {@link ListsCicoSimulation} is told by system properties, so that it runs under any of
 * Gatling's launchers. The command hands over a whole load by {@code -Dreprise.load}; by hand desks
 * alone are sent:
 *
 * @param load {@code -Dbase} (http://127.0.0.1:8885), {@code -Dtenant} (diku), {@code -Ddesks}
 *     (20), {@code -Dthink} (factor of 1 to 7 s, 1), {@code -Dduration} in seconds (60), {@code
 *     -Ditems} of the inventory that was filled (300000), {@code -DservicePoint} its id, {@code
 *     -Dseed} (1)
 * @param credentials the environment's REPRISE_SECURITY_USERNAME and _PASSWORD
 * @param samples where nanoseconds are written to, absent where only Gatling's own report is wanted
 */
record FlowSettings(FlowLoad load, Credentials credentials, Optional<Path> samples) {
  static final String LOAD = "reprise.load";
  static final String SAMPLES = "reprise.samples";
  static final String USERNAME = "REPRISE_SECURITY_USERNAME";
  static final String PASSWORD = "REPRISE_SECURITY_PASSWORD";

  /** The report's. */
  private static final double CHECK_IN_SHARE = 0.43;

  static FlowSettings fromProcess() {
    return from(System::getProperty, System::getenv);
  }

  static FlowSettings from(
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    var load = load(properties);
    requireOwned(load, Boolean.parseBoolean(properties.apply("iownthis")));
    return new FlowSettings(
        load,
        new Credentials(required(environment, USERNAME), required(environment, PASSWORD)),
        Optional.ofNullable(properties.apply(SAMPLES)).map(Path::of));
  }

  private static FlowLoad load(Function<String, @Nullable String> properties) {
    var given = properties.apply(LOAD);
    if (given == null) {
      return byHand(properties);
    }
    try {
      return FlowLoad.read(Path.of(given));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FlowLoad byHand(Function<String, @Nullable String> properties) {
    return new FlowLoad(
        "desks",
        1,
        or(properties, "tenant", "diku"),
        null,
        new FlowLoad.Desks(
            Origin.base(or(properties, "base", "http://127.0.0.1:8885")).toString(),
            (int) number(properties, "desks", 20),
            CHECK_IN_SHARE,
            number(properties, "think", 1) * 1000,
            number(properties, "think", 1) * 7000,
            (long) (number(properties, "duration", 60) * 1000),
            (int) number(properties, "items", 300_000),
            required(properties, "servicePoint"),
            (long) number(properties, "seed", 1)),
        null);
  }

  private static void requireOwned(FlowLoad load, boolean ownedByUser) {
    var lists = load.lists();
    var desks = load.desks();
    var imports = load.imports();
    if (lists != null) {
      Origin.requireOwned(URI.create(lists.base()), ownedByUser);
    }
    if (desks != null) {
      Origin.requireOwned(URI.create(desks.base()), ownedByUser);
    }
    if (imports != null) {
      Origin.requireOwned(URI.create(imports.base()), ownedByUser);
    }
  }

  private static String required(Function<String, @Nullable String> values, String name) {
    var given = values.apply(name);
    if (given == null || given.isBlank()) {
      throw new IllegalArgumentException(name + " is not set");
    }
    return given;
  }

  private static String or(
      Function<String, @Nullable String> properties, String name, String otherwise) {
    var given = properties.apply(name);
    return given == null ? otherwise : given;
  }

  private static double number(
      Function<String, @Nullable String> properties, String name, double otherwise) {
    var given = properties.apply(name);
    if (given == null) {
      return otherwise;
    }
    try {
      return Double.parseDouble(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-D" + name + ": a number, not '" + given + "'", e);
    }
  }
}
