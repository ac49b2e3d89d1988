package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.LocalStackException;

/** Why a command failed: in a sentence or two for its user, and with all details in a file. */
final class Failure {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private Failure() {}

  /** Explains it, and returns the exit code that it means. */
  static int explain(Exception failure, Home home, PrintWriter err) {
    switch (failure) {
      case UsageException _, RunUnreadableException _ -> {
        err.println("reprise: " + message(failure));
        return Reprise.USAGE;
      }
      case EnvironmentException _, LocalStackException _ -> {
        err.println("reprise: " + message(failure));
        for (var later : failure.getSuppressed()) {
          err.println("reprise: after that: " + later);
        }
        return Reprise.ENVIRONMENT;
      }
      case IOException _, UncheckedIOException _, SQLException _ ->
          err.println("reprise: " + message(failure));
      default ->
          err.println(
              "reprise: internal error, a fault of reprise and not of what you typed: " + failure);
    }
    details(failure, home, err);
    return Reprise.FAILED;
  }

  private static String message(Exception failure) {
    // A file system's message is often the file's name alone.
    return failure.getMessage() == null || failure instanceof FileSystemException
        ? failure.toString()
        : failure.getMessage();
  }

  private static void details(Exception failure, Home home, PrintWriter err) {
    var text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    try {
      err.println("reprise: details: " + write(home, text.toString()));
    } catch (IOException | EnvironmentException e) {
      for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
        err.println("reprise: because of: " + cause);
      }
      err.println("reprise: the details cannot be written: " + e.getMessage());
    }
  }

  private static Path write(Home home, String text) throws IOException {
    var folder = home.ownState("errors");
    var file =
        folder.resolve(
            "%s-%d.log".formatted(STAMP.format(Instant.now()), ProcessHandle.current().pid()));
    Secrets.write(file, text);
    return file;
  }
}
