package org.reprise.load.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.reprise.load.stack.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reprise down}: ends what {@code up} started. */
@Command(
    name = "down",
    description = "Ends the services that up started. Their data stays under .reprise.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class DownCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var out = spec.commandLine().getOut();
    var ended = new LocalServices(Home.current()).down();
    ended.forEach(service -> out.printf("ended %s (pid %d)%n", service.name(), service.pid()));
    if (ended.isEmpty()) {
      out.println("nothing was running");
    }
    out.flush();
    return 0;
  }
}
