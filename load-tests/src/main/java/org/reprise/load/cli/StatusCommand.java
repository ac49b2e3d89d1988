package org.reprise.load.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.reprise.load.stack.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reprise status}: what {@code up} left running. */
@Command(
    name = "status",
    description = "Shows the services that up started.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var out = spec.commandLine().getOut();
    var running = new LocalServices(Home.current()).running();
    UpCommand.print(running, out);
    if (running.isEmpty()) {
      out.println("nothing is running; ./reprise up starts PostgreSQL and the services");
    }
    out.flush();
    return 0;
  }
}
