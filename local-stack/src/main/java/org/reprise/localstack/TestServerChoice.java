package org.reprise.localstack;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether a test run's server is a container or a local process, and why. */
sealed interface TestServerChoice {
  String why();

  /** A container; where nobody forced it, local processes when it does not start. */
  record Docker(String why, boolean forced) implements TestServerChoice {}

  record Local(String why) implements TestServerChoice {}

  /**
   * Decides.
   *
   * @param variable the name of the environment variable that forces a choice
   * @param forced its value; null when it is not set
   * @param container the class of Testcontainers that is needed
   * @param whyNot says why no container can be used; asked only where that class is there
   * @throws LocalStackException when the variable holds something else than a choice
   */
  static TestServerChoice of(
      String variable,
      @Nullable String forced,
      String container,
      Supplier<Optional<String>> whyNot) {
    if (forced == null || forced.isBlank()) {
      return byWhatIsThere(container, whyNot);
    }
    return switch (forced.strip()) {
      case "docker" -> new Docker(variable + "=docker", true);
      case "local" -> new Local(variable + "=local");
      default ->
          throw new LocalStackException(
              variable + " is '" + forced + "'; it can be docker or local, or not be set");
    };
  }

  private static TestServerChoice byWhatIsThere(
      String container, Supplier<Optional<String>> whyNot) {
    if (!isPresent(container)) {
      return new Local("Testcontainers is not on the class path");
    }
    return whyNot
        .get()
        .<TestServerChoice>map(Local::new)
        .orElseGet(() -> new Docker("a Docker engine answers", false));
  }

  private static boolean isPresent(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
