package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Processors;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ShortCommand;
import org.reprise.load.engine.FreeMemory;
import org.reprise.load.engine.Needs;
import org.reprise.load.engine.Plan;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.Leftovers;
import org.reprise.localstack.StackDirectories;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reprise doctor}: whether this machine can do it, and what to do where it cannot. */
@Command(
    name = "doctor",
    description =
        "Looks whether this machine has what runs need, and says what to do where it has not.")
final class DoctorCommand extends PrintingCommand {
  private static final long MIB = 1024L * 1024;
  private static final Duration DOCKER_TIMEOUT = Duration.ofSeconds(10);
  private static final String FINE = "ok";
  private static final String NOTE = "note";
  private static final String LACKS = "lacks";

  @Option(names = "--clean", description = "Ends and removes what killed runs left.")
  private boolean clean;

  private boolean lacking;

  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var home = Home.current();
    say(FINE, "JDK", System.getProperty("java.vm.vendor") + " " + Runtime.version());
    var cores = Runtime.getRuntime().availableProcessors();
    if (cores >= 2) {
      say(FINE, "cores", "" + cores);
    } else {
      say(NOTE, "cores", "1: generator, service and database share it, figures say little");
    }
    say(FINE, "memory", "%,d MiB free".formatted(FreeMemory.here().bytes() / MIB));
    for (var folder : List.of(home.results(), StackDirectories.ofCurrentUser().run())) {
      say(FINE, "disk", "%,d MiB free in %s".formatted(Needs.freeDisk(folder) / MIB, folder));
    }
    for (var system : Systems.ALL) {
      for (var service : system.services()) {
        port(home, service);
      }
      room(home, system);
    }
    processors();
    docker();
    leftovers(home.run());
    leftovers(StackDirectories.ofCurrentUser().run());
    return lacking ? Reprise.ENVIRONMENT : 0;
  }

  private void say(String word, String what, String detail) {
    lacking |= word.equals(LACKS);
    spec.commandLine().getOut().printf("%-7s %-12s %s%n", word, what, detail);
  }

  /** Whether each database can have processors of its own. */
  private void processors() {
    try {
      say(FINE, "processors", "roles can be held to a share of them by " + Processors.look());
    } catch (IOException e) {
      say(
          NOTE,
          "processors",
          "no role can be held to a share of them, so claims that need it are NotComparable: "
              + e.getMessage());
    }
  }

  /** Where the usual run has no room something lacks; a full one is a matter of wish. */
  private void room(Home home, MeasuredSystem system) throws IOException {
    for (var profile : List.of("quick", "full")) {
      var needs = needs(system, profile);
      var lacks = needs.lacking(home.results());
      var word = lacks.isEmpty() ? FINE : profile.equals("quick") ? LACKS : NOTE;
      say(
          word,
          "run " + system.id(),
          "--profile %s%s"
              .formatted(profile, lacks.map(" needs "::concat).orElse(": " + needs.text())));
    }
  }

  static Needs needs(MeasuredSystem system, String profile) {
    return Plan.local(CommandLine.populateCommand(system.suite()), profile).needs();
  }

  private void port(Home home, ServiceRole service) throws IOException {
    var address = service.address();
    var port = UsageException.typed(() -> address.port(System.getenv())).orElse(address.port());
    var trouble = Ports.trouble(port);
    if (trouble.isEmpty()) {
      say(FINE, "port", port + " is free (runs choose free ports; up and compose want this one)");
    } else if (LocalServices.of(home).runs(service, port)) {
      say(FINE, "port", "%d is that of %s, which runs".formatted(port, service.module()));
    } else {
      say(
          NOTE,
          "port",
          "%d %s: ./reprise up %s N chooses another, %s in .env that of compose"
              .formatted(port, trouble.get(), Ports.option(service), address.variable()));
    }
  }

  private void docker() throws InterruptedException {
    try {
      var unused = ShortCommand.output(Path.of("."), DOCKER_TIMEOUT, List.of("docker", "info"));
      say(FINE, "Docker", "answers");
    } catch (IOException e) {
      say(NOTE, "Docker", "not installed or not running; only --target compose needs it");
    }
  }

  private void leftovers(Path folder) {
    if (clean) {
      Leftovers.stop(folder)
          .forEach(
              it -> say(NOTE, "leftover", "removed %s (pid %d)".formatted(it.name(), it.pid())));
    }
    for (var it : Leftovers.list(folder)) {
      if (it.elsewhere()) {
        say(
            NOTE,
            "leftover",
            "%s of another machine or container, noted in %s: delete that file and the folder of its name if it is gone"
                .formatted(it.name(), it.pidFile()));
      } else if (!it.detached()) {
        say(
            NOTE,
            "leftover",
            "%s (pid %d) of a run that works or was killed; ./reprise doctor --clean ends those that were killed"
                .formatted(it.name(), it.pid()));
      }
    }
  }
}
