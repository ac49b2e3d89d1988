package org.reprise.load.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The machine and software of a run.
 *
 * @param cpu its name, as the operating system tells it
 * @param cores that the run could use
 * @param memoryBytes of the machine, or of the container that bounds it
 * @param os name and version
 * @param jdk vendor and version
 * @param jvmFlags of the service
 * @param postgres version of PostgreSQL, for example {@code 18.6}; null where the target does not
 *     tell
 * @param postgresSettings those that decide about durability and speed
 * @param serviceSettings what the service was told by its environment, without secrets; null in
 *     records of earlier versions
 * @param calibrationScore work per second of one core in a fixed small computation, to compare two
 *     machines by; null where it was not measured
 */
public record Environment(
    String cpu,
    int cores,
    long memoryBytes,
    String os,
    String jdk,
    List<String> jvmFlags,
    @Nullable String postgres,
    Map<String, String> postgresSettings,
    @Nullable Map<String, String> serviceSettings,
    @Nullable Double calibrationScore) {
  /** Copies lists and maps. */
  public Environment {
    jvmFlags = List.copyOf(jvmFlags);
    postgresSettings = Collections.unmodifiableMap(new LinkedHashMap<>(postgresSettings));
    serviceSettings =
        serviceSettings == null
            ? null
            : Collections.unmodifiableMap(new LinkedHashMap<>(serviceSettings));
  }
}
