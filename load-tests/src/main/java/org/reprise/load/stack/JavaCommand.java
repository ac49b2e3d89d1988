package org.reprise.load.stack;

import java.nio.file.Path;

/** The JVM that child processes run on: this one's. */
public final class JavaCommand {
  private JavaCommand() {}

  /** Path of the {@code java} program. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
