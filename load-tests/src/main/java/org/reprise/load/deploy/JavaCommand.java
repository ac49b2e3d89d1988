package org.reprise.load.deploy;

import java.nio.file.Path;

/** The programs of the JDK that this JVM is of. */
public final class JavaCommand {
  private JavaCommand() {}

  public static String program(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
