package org.reprise.load.cli;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.chaos.Chaos;
import org.reprise.load.cli.LocalServices.Status;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.UsageException;
import org.reprise.load.measure.Check;
import org.reprise.load.run.CommandLock;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.FreePort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise chaos}: kills and stops the processes of a separate copy of a system. */
@Command(
    name = "chaos",
    description = {
      "Writes to a system while each of its processes, databases and broker included, is killed and"
          + " restarted, then stopped for 5 s, one after the other.",
      "Prints for how long nothing was acknowledged. Exit code 1 where something acknowledged is lost."
    })
@SuppressWarnings("NullAway.Init")
final class ChaosCommand implements Callable<Integer> {
  static final String CHECK = "acknowledged-kept";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM")
  private String system;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var named = Systems.named(system);
    if (named.size() != 1) {
      throw new UsageException("chaos takes one system, not all");
    }
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    try (var interruption = new Interruption()) {
      var kept = run(named.getFirst(), Home.current(), interruption, out::println, err::println);
      out.println(kept.detail());
      return kept.passed() ? 0 : Reprise.FAILED;
    }
  }

  /** Runs it in a separate folder, which is kept where a write was lost or a step failed. */
  static Check run(
      MeasuredSystem system,
      Home checkout,
      Interruption interruption,
      Consumer<String> out,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var home = new Home(checkout.root(), checkout.root().resolve(".reprise-chaos"));
    var credentials = new Credentials("reprise", Secrets.generate());
    var environment = environment(system, home.state(), credentials);
    var services = new LocalServices(home, environment);
    try (var _ = CommandLock.take(checkout.ownState("up").resolve("chaos.lock"), () -> {})) {
      services.down(_ -> {});
      FileTree.delete(home.state());
      var kept = false;
      try {
        services.up(system.services(), progress);
        var check = strikeAll(system, services, system.writes(environment, credentials), out);
        kept = check.passed();
        return check;
      } finally {
        interruption.finish();
        services.down(_ -> {});
        if (kept) {
          FileTree.delete(home.state());
        } else {
          progress.accept("logs and data are in " + home.state());
        }
      }
    }
  }

  private static Check strikeAll(
      MeasuredSystem system,
      LocalServices services,
      AcknowledgedWrites writes,
      Consumer<String> out)
      throws IOException, InterruptedException {
    try (writes;
        var chaos = new Chaos(writes)) {
      for (var victim : services.status()) {
        for (var fault : Chaos.Fault.values()) {
          var before = pids(services);
          var pid = before.getOrDefault(victim.name(), -1L);
          out.accept(
              chaos
                  .strike(victim.name(), pid, fault, () -> services.up(system.services(), _ -> {}))
                  .text());
          var after = pids(services);
          for (var service : system.services()) {
            var name = service.module();
            if (!name.equals(victim.name()) && !Objects.equals(before.get(name), after.get(name))) {
              throw new IOException("%s died beside %s".formatted(name, victim.name()));
            }
          }
        }
      }
      var lost = chaos.lost();
      lost.forEach(it -> out.accept("LOST " + it));
      var detail =
          "%,d writes acknowledged, %s lost"
              .formatted(chaos.count(), lost.isEmpty() ? "none" : "at least " + lost.size());
      return new Check(CHECK, lost.isEmpty(), detail);
    }
  }

  private static Map<String, Long> pids(LocalServices services) throws InterruptedException {
    return services.status().stream().collect(toMap(Status::name, it -> it.pid().orElse(-1)));
  }

  /** Rejects settings that services would inherit: they would use the user's data. */
  static void requireNoSettings() {
    var settings = new TreeSet<>(System.getenv().keySet());
    settings.removeIf(it -> !it.matches("REPRISE_(?!CACHE|NO_BUILD|RESULTS|SECURITY|TOKEN).*"));
    if (!settings.isEmpty()) {
      throw new UsageException("chaos takes no settings of services: unset " + settings);
    }
  }

  private static Map<String, String> environment(
      MeasuredSystem system, Path folder, Credentials credentials) {
    requireNoSettings();
    var environment = new HashMap<>(System.getenv());
    environment.putAll(credentials.variables());
    environment.putAll(system.durable(folder));
    for (var service : Systems.services()) {
      environment.put(service.address().variable(), Integer.toString(FreePort.lasting()));
    }
    return environment;
  }
}
