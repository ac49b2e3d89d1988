package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    description = {
      "Starts services in the background, with data that stays, and prints how to reach them.",
      "What died comes back at its port. Ctrl-C and failures end what was started until then.",
      "A property of a service is set by the environment, for example"
          + " REPRISE_EBMS_PING_PERSIST=true ./reprise up ebms."
    },
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
      paramLabel = "PORT",
      description =
          "Port of cps-core on 127.0.0.1; else CPS_PORT of the environment, else "
              + EnvFile.DEFAULT_CPS_PORT
              + ".")
  private @Nullable Integer cpsPort;

  @Option(
      names = "--ebms-port",
      paramLabel = "PORT",
      description =
          "Port of ebms-adapter on 127.0.0.1; else EBMS_PORT of the environment, else "
              + EnvFile.DEFAULT_EBMS_PORT
              + ".")
  private @Nullable Integer ebmsPort;

  @Option(
      names = "--lists-port",
      paramLabel = "PORT",
      description =
          "Port of list-refresh on 127.0.0.1; else LISTS_PORT of the environment, else "
              + EnvFile.DEFAULT_LISTS_PORT
              + ".")
  private @Nullable Integer listsPort;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var requested = UsageException.typed(this::requested);
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    List<StartedService> started;
    try (var _ = Interruption.ofThisThread()) {
      started =
          LocalServices.of(Home.current())
              .up(
                  requested,
                  step -> {
                    err.println(step);
                    err.flush();
                  });
    }
    print(started, out);
    out.println("end them with ./reprise down");
    out.flush();
    return started.stream().allMatch(StartedService::healthy) ? 0 : Reprise.FAILED;
  }

  /** The systems that were asked for, each with the port that was asked for. */
  private Map<MeasuredSystem, OptionalInt> requested() {
    var requested = new LinkedHashMap<MeasuredSystem, OptionalInt>();
    for (var system : systems.isEmpty() ? List.of(MeasuredSystem.EACH) : systems) {
      for (var each : MeasuredSystem.named(system)) {
        var port = option(each);
        requested.put(each, port.isPresent() ? port : Ports.requested(each, System.getenv()));
      }
    }
    for (var system : MeasuredSystem.ALL) {
      if (!requested.containsKey(system) && option(system).isPresent()) {
        throw new IllegalArgumentException(
            "--%s-port: %s is not among what is to be started"
                .formatted(system.id(), system.module()));
      }
    }
    return requested;
  }

  private OptionalInt option(MeasuredSystem system) {
    var given =
        switch (system) {
          case CpsSystem _ -> cpsPort;
          case EbmsSystem _ -> ebmsPort;
          case ListsSystem _ -> listsPort;
        };
    return given == null
        ? OptionalInt.empty()
        : OptionalInt.of(
            Ports.require("--" + system.id() + "-port", Objects.requireNonNull(given)));
  }

  static void print(List<StartedService> services, PrintWriter out) {
    services.forEach(service -> service.print(out));
    out.flush();
  }
}
