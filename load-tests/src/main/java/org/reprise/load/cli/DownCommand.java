package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import picocli.CommandLine.Command;

/** {@code reprise down}: ends what {@code up} started. */
@Command(
    name = "down",
    description = "Ends the services that up started. Their data stays under .reprise.")
final class DownCommand extends PrintingCommand {
  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var ended = LocalServices.of(Home.current()).down(progress());
    for (var service : ended) {
      if (service.pid().isPresent()) {
        out.printf("ended %s (pid %d)%n", service.name(), service.pid().getAsLong());
      } else {
        out.printf("%s had died before%n", service.name());
      }
    }
    if (ended.isEmpty()) {
      out.println("nothing was running");
    }
    return 0;
  }
}
