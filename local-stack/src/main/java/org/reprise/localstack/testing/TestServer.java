package org.reprise.localstack.testing;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.LocalStackException;

/**
 * A server of a test run, shared by the tests of a JVM: a container or a local process, which end
 * with the JVM.
 *
 * @param description what runs, in a few words
 * @param client what its clients need
 */
record TestServer<T>(String description, T client) {
  /**
   * Starts the server and prints which one it is.
   *
   * @param title what the server is for, in front of the printed line
   * @param local starts a process of this user
   */
  static <T> T start(
      String title,
      Choice choice,
      Supplier<TestServer<T>> container,
      Supplier<TestServer<T>> local) {
    TestServer<T> started;
    if (choice.docker()) {
      started = choice.forced() ? container.get() : inDockerIfPossible(title, container, local);
    } else {
      started = locally(local);
    }
    System.out.println(title + ": " + started.description() + " (" + choice.why() + ")");
    return started.client();
  }

  // An engine may answer and hold the image, and still not be allowed to run it.
  private static <S> S inDockerIfPossible(String title, Supplier<S> container, Supplier<S> local) {
    try {
      return container.get();
    } catch (ContainerUnavailable e) {
      System.out.println(title + ": Docker answers, but " + e.getMessage());
      return locally(local);
    }
  }

  private static <S> S locally(Supplier<S> local) {
    Leftovers.stop(LocalPostgres.usualRunDirectory());
    return local.get();
  }

  /**
   * Returns whether a test run's server is a container, and why.
   *
   * @param forced whether a container that does not start is an error; else a local process starts
   */
  record Choice(boolean docker, boolean forced, String why) {
    /**
     * Decides.
     *
     * @param variable the name of the environment variable that forces a choice
     * @param value its value; null when it is not set
     * @param container the class of Testcontainers that is needed
     * @param image the image that is needed
     * @throws LocalStackException when the variable holds something else than a choice
     */
    static Choice of(String variable, @Nullable String value, String container, String image) {
      return of(variable, value, container, () -> DockerEngine.whyNot(image));
    }

    static Choice of(
        String variable,
        @Nullable String value,
        String container,
        Supplier<Optional<String>> whyNot) {
      return switch (value == null ? "" : value.strip()) {
        case "" ->
            (isPresent(container)
                    ? whyNot.get()
                    : Optional.of("Testcontainers is not on the class path"))
                .map(why -> new Choice(false, false, why))
                .orElseGet(() -> new Choice(true, false, "a Docker engine answers"));
        case "docker" -> new Choice(true, true, variable + "=docker");
        case "local" -> new Choice(false, true, variable + "=local");
        default ->
            throw new LocalStackException(
                variable + " is '" + value + "'; it can be docker or local, or not be set");
      };
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
}
