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
  public Integer call() throws IOException, InterruptedException {
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    var ended =
        LocalServices.of(Home.current())
            .down(step -> {
              err.println(step);
              err.flush();
            });
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
    out.flush();
    return 0;
  }
}
