package org.reprise.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import tools.jackson.core.type.TypeReference;

/**
 * How much of a report is run. Profiles are data: {@code profiles/SYSTEM.yaml}.
 *
 * @param name as on the command line: {@code smoke}, {@code quick} or {@code full}
 * @param judged whether figures are judged: a profile of some seconds judges none
 * @param paired whether experiments are compared within a repetition, so that those of one
 *     repetition have to follow each other
 * @param experiments that are run, unless one is asked for by name; empty for all
 * @param processors cores by role while load is sent, for the roles that are limited
 * @param settings the system's own amounts; the name of a time ends with its unit
 */
public record Profile(
    String name,
    boolean judged,
    int repeats,
    boolean paired,
    Needs needs,
    List<String> experiments,
    Map<String, Double> processors,
    Map<String, Object> settings) {
  public static final String LEFT_OUT = "left out of the profile ";

  public static List<Profile> all(String system) {
    return Baselines.read("profiles/" + system + ".yaml", new TypeReference<>() {});
  }

  public static Profile of(String system, String name) {
    return named(all(system), name);
  }

  static Profile named(List<Profile> all, String name) {
    return all.stream()
        .filter(it -> it.name.equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("--profile: smoke, quick or full, not '" + name + "'"));
  }

  Optional<String> leavesOut(Experiment experiment) {
    return experiments.isEmpty() || experiments.contains(experiment.id())
        ? Optional.empty()
        : Optional.of(LEFT_OUT + name);
  }

  /** Returns flags of Gatling's JVM, beside those that it always has. */
  public List<String> generatorFlags() {
    return settings.get("generatorFlags") instanceof String it ? List.of(it.split(" ")) : List.of();
  }

  /** Returns further flags of services' JVMs: where figures are judged they are as a user's. */
  public List<String> serviceFlags() {
    return judged ? List.of() : List.of("-XX:TieredStopAtLevel=1");
  }

  public Duration seconds(String key) {
    return Duration.ofMillis(Math.round(1000 * number(key + "Seconds")));
  }

  public int count(String key) {
    return (int) number(key);
  }

  public double number(String key) {
    return setting(key, Number.class).doubleValue();
  }

  public boolean flag(String key) {
    return setting(key, Boolean.class);
  }

  private <T> T setting(String key, Class<T> type) {
    var value = settings.get(key);
    if (!type.isInstance(value)) {
      throw new IllegalStateException(
          "profile %s: settings.%s must be a %s, not %s"
              .formatted(name, key, type.getSimpleName().toLowerCase(Locale.ROOT), value));
    }
    return type.cast(value);
  }
}
