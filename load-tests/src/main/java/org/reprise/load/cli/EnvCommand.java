package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ServiceRole;
import picocli.CommandLine.Command;

/** {@code reprise env}: the secrets that docker-compose.yml asks for. */
@Command(
    name = "env",
    description = "Writes .env with generated secrets for docker compose, readable by you alone.")
final class EnvCommand extends PrintingCommand {
  @Override
  int print(PrintWriter out) throws IOException {
    var file = Home.current().envFile();
    EnvFile.generate(file, Systems.services().stream().map(ServiceRole::address).toList());
    out.println("wrote " + file);
    out.println("next: docker compose up -d, then ./reprise run cps --target compose");
    return 0;
  }
}
