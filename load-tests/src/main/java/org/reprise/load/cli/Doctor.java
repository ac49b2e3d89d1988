package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Processors;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Needs;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.UsageException;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.StackDirectories;
import picocli.CommandLine;

/** {@code reprise doctor}: whether this machine has what runs need, and what to do otherwise. */
final class Doctor {
  private static final long MIB = 1024L * 1024;
  private static final Duration DOCKER_TIMEOUT = Duration.ofSeconds(10);

  private final Home home;
  private final PrintWriter out;
  private boolean lacking;

  Doctor(Home home, PrintWriter out) {
    this.home = home;
    this.out = out;
  }

  boolean look(boolean clean) throws IOException, InterruptedException {
    say("ok", "JDK", System.getProperty("java.vm.vendor") + " " + Runtime.version());
    var cores = Runtime.getRuntime().availableProcessors();
    var few = cores < 2 ? ": generator, service and database share it, figures say little" : "";
    say(cores < 2 ? "note" : "ok", "cores", cores + few);
    say("ok", "memory", "%,d MiB free".formatted(Needs.FreeMemory.here().bytes() / MIB));
    var data = StackDirectories.ofCurrentUser().run();
    for (var folder : List.of(home.results(), data)) {
      say("ok", "disk", "%,d MiB free in %s".formatted(Needs.freeDisk(folder) / MIB, folder));
    }
    for (var service : Systems.services()) {
      port(service);
    }
    for (var system : Systems.ALL) {
      // A full run that does not fit is no fault of the machine.
      room(system, "quick", "lacks");
      room(system, "full", "note");
    }
    try {
      say("ok", "processors", "roles can be held to a share of them by " + Processors.look());
    } catch (IOException e) {
      var text = "no role can be held to a share, so claims that need it are NotComparable: ";
      say("note", "processors", text + e.getMessage());
    }
    try {
      var unused = Commands.output(Path.of("."), DOCKER_TIMEOUT, List.of("docker", "info"));
      say("ok", "Docker", "answers");
    } catch (IOException e) {
      say("note", "Docker", "not installed or not running; only --target compose needs it");
    }
    leftovers(home.run(), clean);
    leftovers(data, clean);
    return !lacking;
  }

  private void say(String word, String what, String detail) {
    lacking |= word.equals("lacks");
    out.printf("%-7s %-12s %s%n", word, what, detail);
  }

  static Plan plan(MeasuredSystem system, String profile) {
    return Plan.local(CommandLine.populateCommand(system), profile);
  }

  private void room(MeasuredSystem system, String profile, String otherwise) throws IOException {
    var plan = plan(system, profile);
    var lacks = plan.lacking(home.results());
    var needs = lacks.map(" needs "::concat).orElse(": " + plan.needs().text());
    say(lacks.isEmpty() ? "ok" : otherwise, "run " + system.id(), "--profile " + profile + needs);
  }

  private void port(ServiceRole service) throws IOException {
    var address = service.address();
    var port = UsageException.typed(() -> address.port(System.getenv())).orElse(address.port());
    var trouble = LocalServices.portTrouble(port);
    if (trouble.isEmpty()) {
      say("ok", "port", port + " is free (runs choose free ports; up and compose want this one)");
    } else if (LocalServices.of(home).runs(service, port)) {
      say("ok", "port", "%d is that of %s, which runs".formatted(port, service.module()));
    } else {
      var text = "%1$d %2$s: %3$s=N ./reprise up chooses another, %3$s=N in .env that of compose";
      say("note", "port", text.formatted(port, trouble.get(), address.variable()));
    }
  }

  private void leftovers(Path folder, boolean clean) {
    if (clean) {
      for (var it : Leftovers.stop(folder)) {
        say("note", "leftover", "removed %s (pid %d)".formatted(it.name(), it.pid()));
      }
    }
    for (var it : Leftovers.list(folder)) {
      var text =
          it.elsewhere()
              ? "%1$s of another machine or container, noted in %3$s: delete that file and the folder of its name if it is gone"
              : "%1$s (pid %2$d) of a run that works or was killed; ./reprise doctor --clean ends those that were killed";
      if (it.elsewhere() || !it.detached()) {
        say("note", "leftover", text.formatted(it.name(), it.pid(), it.pidFile()));
      }
    }
  }
}
