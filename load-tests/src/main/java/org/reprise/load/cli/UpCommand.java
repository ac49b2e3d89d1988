package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.system.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code reprise up}: services in the background. */
@Command(
    name = "up",
    description = {
      "Starts services in the background, with data that stays, and prints how to reach them.",
      "What died comes back at its port. Ctrl-C and failures end what was started until then.",
      "A property of a service is set by the environment, for example"
          + " REPRISE_EBMS_PING_PERSIST=true ./reprise up ebms."
    })
final class UpCommand extends PrintingCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "SYSTEM",
      description = "A system by its id (default: all that there are).")
  private List<String> systems = List.of();

  static CommandLine commandLine() {
    var up = CommandSpec.forAnnotatedObject(new UpCommand());
    for (var service : Systems.services()) {
      up.addOption(
          OptionSpec.builder(Ports.option(service))
              .type(Integer.class)
              .paramLabel("PORT")
              .description(
                  "Port of %s on 127.0.0.1; else %s of the environment, else %d."
                      .formatted(
                          service.module(), service.address().variable(), service.address().port()))
              .build());
    }
    return new CommandLine(up);
  }

  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var requested = UsageException.typed(this::requested);
    List<StartedService> started;
    try (var _ = Interruption.ofThisThread()) {
      started = LocalServices.of(Home.current()).up(requested, progress());
    }
    started.forEach(service -> service.print(out));
    out.println("end them with ./reprise down");
    return started.stream().allMatch(StartedService::healthy) ? 0 : Reprise.FAILED;
  }

  private Map<ServiceRole, OptionalInt> requested() {
    var requested = new LinkedHashMap<ServiceRole, OptionalInt>();
    for (var name : systems.isEmpty() ? List.of(Systems.EACH) : systems) {
      for (var system : Systems.named(name)) {
        for (var service : system.services()) {
          var port = port(service);
          requested.put(service, port.isPresent() ? port : service.address().port(System.getenv()));
        }
      }
    }
    for (var service : Systems.services()) {
      if (!requested.containsKey(service) && port(service).isPresent()) {
        throw new IllegalArgumentException(
            "%s: %s is not among what is to be started"
                .formatted(Ports.option(service), service.module()));
      }
    }
    return requested;
  }

  private OptionalInt port(ServiceRole service) {
    var option = Ports.option(service);
    Integer given = spec.findOption(option).getValue();
    return given == null
        ? OptionalInt.empty()
        : OptionalInt.of(Target.Address.number(option, given.toString()));
  }
}
