package org.reprise.load.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

public final class Commands {
  private Commands() {}

  public static String ofJdk(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /**
   * Runs a program that answers soon, with less than a pipe holds (64 KiB on Linux), and returns
   * what it printed. If it fails, what it said is in the exception.
   */
  public static String output(Path folder, Duration timeout, List<String> command)
      throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).directory(folder.toFile()).start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(timeout)) {
        throw new IOException(command.getFirst() + " does not answer");
      }
      var text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (process.exitValue() != 0) {
        var errors = new String(process.getErrorStream().readAllBytes(), UTF_8).strip();
        throw new IOException("%s: %s%s".formatted(command.getFirst(), text, errors));
      }
      return text;
    } finally {
      process.destroyForcibly();
    }
  }
}
