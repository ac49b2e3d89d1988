package org.reprise.localstack.testing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.reprise.localstack.process.Programs;

/**
 * The Docker engine of this machine, asked through Docker's own program, which also fetches the
 * images: Testcontainers would look for an image that no registry gives for minutes.
 */
final class DockerEngine {
  /** The image that Testcontainers starts beside every container; no method returns its name. */
  static final String REAPER = "testcontainers/ryuk:0.14.0";

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration PULL = Duration.ofMinutes(5);

  private DockerEngine() {}

  /** Says why a container of an image cannot be used here; empty when it can. */
  static Optional<String> whyNot(String image) {
    if (!Programs.succeeds(List.of("docker", "version"), ANSWER)) {
      return Optional.of("no Docker engine answers");
    }
    return needed(image).stream()
        .filter(name -> !Programs.succeeds(List.of("docker", "image", "inspect", name), ANSWER))
        .filter(name -> !Programs.succeeds(List.of("docker", "pull", name), PULL))
        .map(name -> "a Docker engine answers, but has no image " + name + " and gets none")
        .findFirst();
  }

  private static List<String> needed(String image) {
    boolean withoutReaper = Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"));
    return withoutReaper ? List.of(image) : List.of(image, REAPER);
  }
}
