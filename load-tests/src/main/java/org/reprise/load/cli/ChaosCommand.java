package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.reprise.load.chaos.Chaos;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.UsageException;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.FreePort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise chaos}: services of its own, beside those of {@code up}, meet faults. */
@Command(
    name = "chaos",
    description = {
      "Writes to a system while each of its processes, databases and broker included, is killed and"
          + " restarted, then stopped for 5 s, one after the other.",
      "Prints for how long nothing was acknowledged. Exit code 1 where something acknowledged is lost."
    })
@SuppressWarnings("NullAway.Init")
final class ChaosCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM")
  private String system;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var named = Systems.named(system);
    if (named.size() != 1) {
      throw new UsageException("chaos takes one system, not all");
    }
    var command = spec.commandLine();
    return run(named.getFirst(), Home.current(), command.getOut(), command.getErr());
  }

  /** Runs it in a folder of its own, which is emptied before and after. */
  static int run(MeasuredSystem system, Home checkout, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    var home = new Home(checkout.root(), checkout.state().resolve("chaos"));
    var credentials = new Credentials("reprise", Secrets.generate());
    var environment = environment(system, home.state(), credentials);
    var services = new LocalServices(home, environment);
    try (var _ = new Interruption()) {
      try {
        end(services, home.state());
        services.up(system.services(), err::println);
        try (var writes = system.writes(environment, credentials);
            var chaos = new Chaos(writes)) {
          for (var victim : services.status()) {
            for (var fault : Chaos.Fault.values()) {
              var pid = pid(services, victim.name());
              var effect =
                  chaos.strike(
                      victim.name(), pid, fault, () -> services.up(system.services(), _ -> {}));
              out.println(effect.text());
            }
          }
          var lost = chaos.lost();
          lost.forEach(it -> out.println("LOST " + it));
          out.printf(
              "%,d writes acknowledged, %s lost%n",
              chaos.count(), lost.isEmpty() ? "none" : "at least " + lost.size());
          return lost.isEmpty() ? 0 : Reprise.FAILED;
        }
      } finally {
        // What follows waits, which an interrupted thread cannot.
        var unused = Thread.interrupted();
        end(services, home.state());
      }
    }
  }

  private static void end(LocalServices services, Path state)
      throws IOException, InterruptedException {
    services.down(_ -> {});
    FileTree.delete(state);
  }

  // A process that was restarted has another one.
  private static long pid(LocalServices services, String name)
      throws IOException, InterruptedException {
    for (var it : services.status()) {
      if (it.name().equals(name) && it.pid().isPresent()) {
        return it.pid().getAsLong();
      }
    }
    throw new IOException(name + " has died");
  }

  private static Map<String, String> environment(
      MeasuredSystem system, Path folder, Credentials credentials) {
    var environment = new HashMap<>(System.getenv());
    environment.putAll(credentials.variables());
    environment.putAll(system.durable(folder));
    for (var service : Systems.services()) {
      environment.put(service.address().variable(), Integer.toString(FreePort.lasting()));
    }
    return environment;
  }
}
