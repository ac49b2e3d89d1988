package org.reprise.load.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.reprise.load.stack.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reprise status}: what {@code up} started. */
@Command(
    name = "status",
    description = {
      "Shows the services that up started, and names those that have died since.",
      "Exit code 1 where one has died or is not ready."
    },
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var out = spec.commandLine().getOut();
    var started = LocalServices.of(Home.current()).status();
    UpCommand.print(started, out);
    if (started.isEmpty()) {
      out.println("nothing is running; ./reprise up starts PostgreSQL and the services");
    }
    out.flush();
    return started.stream().allMatch(StartedService::healthy) ? 0 : Reprise.FAILED;
  }
}
