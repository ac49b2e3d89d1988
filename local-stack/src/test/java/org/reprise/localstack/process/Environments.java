package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is measured must not depend on who calls: a JVM takes flags from there. */
public final class Environments {
  private Environments() {}

  /** Fails where a process has more of this JVM's environment than every program needs. */
  public static void assertClean(long pid) throws IOException {
    Path environment = Path.of("/proc", Long.toString(pid), "environ");
    assumeTrue(Files.isReadable(environment));
    // Set by the build for these tests.
    assertThat(System.getenv()).containsKey("JAVA_TOOL_OPTIONS");
    assertThat(Files.readString(environment)).doesNotContain("JAVA_TOOL_OPTIONS");
  }
}
