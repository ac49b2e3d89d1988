package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.Target;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Option;

/** The options that say what is measured. */
final class TargetOptions {
  @Option(
      names = "--target",
      defaultValue = "local",
      paramLabel = "local|compose|URL",
      description = {
        "local: PostgreSQL and the service, started for the run and ended with it (default);",
        "compose: the services of docker-compose.yml, which you start;",
        "URL: any deployment of your own, the API's base such as http://127.0.0.1:8883/cps/api"
            + " (cps) or the message handler such as http://127.0.0.1:8884/ebms (ebms)."
      })
  private String target = "local";

  @Option(
      names = "--i-own-this",
      description = "The URL's server is yours: needed for everything that is not this machine.")
  private boolean owned;

  @Option(
      names = "--username",
      paramLabel = "NAME",
      defaultValue = "${env:" + EnvFile.USERNAME + "}",
      description = "User at the URL; else " + EnvFile.USERNAME + ".")
  private @Nullable String username;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "File that holds the user's password; else " + EnvFile.PASSWORD + ".")
  private @Nullable Path passwordFile;

  /** Refuses a URL, which is the address of one system. */
  void requireNoUrl() {
    if (!target.equals("local") && !target.equals("compose")) {
      throw new UsageException(
          ("--target %s: run all takes local or compose; a URL is the address of one system, which"
                  + " run SYSTEM --target URL measures")
              .formatted(target));
    }
  }

  Target target(Home home, Target.Address address) throws IOException {
    var password = passwordFile == null ? System.getenv(EnvFile.PASSWORD) : read(passwordFile);
    var credentials =
        username == null || password == null ? null : new Credentials(username, password);
    return Target.of(target, credentials, owned, home, address);
  }

  private static String read(Path file) {
    try {
      return Secrets.read(file);
    } catch (IOException e) {
      throw new UsageException("--password-file: cannot read " + file + ": " + e.getMessage());
    }
  }
}
