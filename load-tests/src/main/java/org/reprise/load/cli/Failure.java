package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.LocalStackException;

/** Why a command failed: in a sentence or two for its user, and with all details in a file. */
final class Failure {
  private Failure() {}

  /** Explains it, and returns the exit code that it means. */
  static int explain(Exception failure, Home home, PrintWriter err) {
    // A file system's message is often the file's name alone.
    var message =
        failure.getMessage() == null || failure instanceof FileSystemException
            ? failure.toString()
            : failure.getMessage();
    switch (failure) {
      case UsageException _, RunUnreadableException _ -> {
        err.println("reprise: " + message);
        return Reprise.USAGE;
      }
      case EnvironmentException _, LocalStackException _ -> {
        err.println("reprise: " + message);
        for (var later : failure.getSuppressed()) {
          err.println("reprise: after that: " + later);
        }
        return Reprise.ENVIRONMENT;
      }
      case IOException _, UncheckedIOException _, SQLException _ ->
          err.println("reprise: " + message);
      default ->
          err.println(
              "reprise: internal error, a fault of reprise and not of what you typed: " + failure);
    }
    details(failure, home, err);
    return Reprise.FAILED;
  }

  private static void details(Exception failure, Home home, PrintWriter err) {
    var text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    try {
      var file =
          home.ownState("errors")
              .resolve(
                  "%s-%d.log"
                      .formatted(
                          Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(":", ""),
                          ProcessHandle.current().pid()));
      Secrets.write(file, text.toString());
      err.println("reprise: details: " + file);
    } catch (IOException | EnvironmentException e) {
      for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
        err.println("reprise: because of: " + cause);
      }
      err.println("reprise: the details cannot be written: " + e.getMessage());
    }
  }
}
