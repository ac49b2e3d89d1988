package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.reprise.load.stack.EnvFile;
import org.reprise.load.stack.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise up}: services in the background. */
@Command(
    name = "up",
    description =
        "Starts services in the background, with data that stays, and prints how to reach them.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class UpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SYSTEM",
      description = "cps, ebms, lists (default: all that there are).")
  private List<String> systems = List.of();

  @Option(
      names = "--cps-port",
      defaultValue = "" + EnvFile.DEFAULT_CPS_PORT,
      paramLabel = "PORT",
      description = "Port of cps-core on 127.0.0.1 (default: ${DEFAULT-VALUE}).")
  private int cpsPort;

  @Option(
      names = "--ebms-port",
      defaultValue = "" + EnvFile.DEFAULT_EBMS_PORT,
      paramLabel = "PORT",
      description = "Port of ebms-adapter on 127.0.0.1 (default: ${DEFAULT-VALUE}).")
  private int ebmsPort;

  @Option(
      names = "--lists-port",
      defaultValue = "" + EnvFile.DEFAULT_LISTS_PORT,
      paramLabel = "PORT",
      description = "Port of list-refresh on 127.0.0.1 (default: ${DEFAULT-VALUE}).")
  private int listsPort;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var chosen = new LinkedHashMap<MeasuredSystem, Integer>();
    for (var system : systems.isEmpty() ? List.of(MeasuredSystem.EACH) : systems) {
      MeasuredSystem.named(system).forEach(each -> chosen.put(each, port(each)));
    }
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    print(
        new LocalServices(Home.current())
            .up(
                chosen,
                step -> {
                  err.println(step);
                  err.flush();
                }),
        out);
    out.println("end them with ./reprise down");
    out.flush();
    return 0;
  }

  private int port(MeasuredSystem system) {
    var port =
        Map.of("cps", cpsPort, "ebms", ebmsPort, "lists", listsPort).getOrDefault(system.id(), 0);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "--%s-port: 1 to 65535, not %d".formatted(system.id(), port));
    }
    return port;
  }

  static void print(List<RunningService> services, PrintWriter out) {
    services.forEach(service -> service.print(out));
    out.flush();
  }
}
