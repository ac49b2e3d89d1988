package org.reprise.localstack;

import java.util.function.Supplier;

/** A server of a test run, shared by the tests of a JVM: a container or a local process. */
interface TestServer extends AutoCloseable {
  /** Says in a few words what runs, for the line that is printed. */
  String describe();

  @Override
  void close();

  /**
   * Starts what was chosen and prints it.
   *
   * @param title what the server is for, in front of the printed line
   * @param choice what was decided
   * @param container starts a container
   * @param local starts a process of this user
   */
  static <S extends TestServer> S start(
      String title, TestServerChoice choice, Supplier<S> container, Supplier<S> local) {
    S started =
        switch (choice) {
          case TestServerChoice.Docker docker ->
              docker.forced() ? container.get() : inDockerIfPossible(title, container, local);
          case TestServerChoice.Local processes -> locally(local);
        };
    System.out.println(title + ": " + started.describe() + " (" + choice.why() + ")");
    return started;
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
    Leftovers.stop(StackDirectories.of(ServerUser.detect()).run());
    return local.get();
  }
}
