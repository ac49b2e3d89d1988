package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import picocli.CommandLine.Command;

/** {@code reprise status}: what {@code up} started. */
@Command(
    name = "status",
    description = {
      "Shows the services that up started, and names those that have died since.",
      "Exit code 1 where one has died or is not ready."
    })
final class StatusCommand extends PrintingCommand {
  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var started = LocalServices.of(Home.current()).status();
    started.forEach(service -> service.print(out));
    if (started.isEmpty()) {
      out.println("nothing is running; ./reprise up starts PostgreSQL and the services");
    }
    return started.stream().allMatch(StartedService::healthy) ? 0 : Reprise.FAILED;
  }
}
