package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Processors;
import org.reprise.load.deploy.ShortCommand;
import org.reprise.load.engine.FreeMemory;
import org.reprise.load.engine.Needs;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.ReferenceService;
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

  @Option(names = "--clean", description = "Ends and removes what killed runs left.")
  private boolean clean;

  private boolean lacking;

  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var home = Home.current();
    fine(out, "JDK", System.getProperty("java.vm.vendor") + " " + Runtime.version());
    cores(out);
    memory(out);
    disk(out, home);
    for (var system : Systems.ALL) {
      for (var service : system.services()) {
        service(out, home, system, service);
        port(out, home, service);
      }
      room(out, home, system);
    }
    processors(out);
    docker(out);
    leftovers(out, home);
    return lacking ? Reprise.ENVIRONMENT : 0;
  }

  private void cores(PrintWriter out) {
    var cores = Runtime.getRuntime().availableProcessors();
    if (cores >= 2) {
      fine(out, "cores", Integer.toString(cores));
    } else {
      note(out, "cores", "1: generator, service and database share it, figures say little");
    }
  }

  /** Whether each database can have processors of its own. */
  private static void processors(PrintWriter out) {
    try {
      fine(out, "processors", "roles can be held to a share of them by " + Processors.look());
    } catch (IOException e) {
      note(
          out,
          "processors",
          "no role can be held to a share of them, so claims that need it are NotComparable: "
              + e.getMessage());
    }
  }

  private void memory(PrintWriter out) throws IOException {
    fine(out, "memory", "%,d MiB free".formatted(FreeMemory.here().bytes() / MIB));
  }

  private void disk(PrintWriter out, Home home) throws IOException {
    for (var folder : List.of(home.results(), StackDirectories.ofCurrentUser().run())) {
      fine(out, "disk", "%,d MiB free in %s".formatted(Needs.freeDisk(folder) / MIB, folder));
    }
  }

  /** Where the usual run has no room something lacks; a full one is a matter of wish. */
  private void room(PrintWriter out, Home home, MeasuredSystem system) throws IOException {
    for (var profile : List.of("quick", "full")) {
      var needs = needs(system, profile);
      var what = "run " + system.id();
      var lacking = needs.lacking(home.results());
      if (lacking.isEmpty()) {
        fine(out, what, "--profile %s: %s".formatted(profile, needs.text()));
      } else if (profile.equals("quick")) {
        lacks(out, what, "--profile quick needs " + lacking.get());
      } else {
        note(out, what, "--profile full needs " + lacking.get());
      }
    }
  }

  static Needs needs(MeasuredSystem system, String profile) {
    return new Plan(CommandLine.populateCommand(system.suite()), RunRequest.local(profile)).needs();
  }

  /** One that is not built lacks nothing: the launcher builds what a command starts. */
  private static void service(
      PrintWriter out, Home home, MeasuredSystem system, ReferenceService service) {
    try {
      fine(out, service.module(), home.serviceJar(service.module()).toString());
    } catch (EnvironmentException _) {
      note(
          out,
          service.module(),
          "not built yet: ./reprise builds it when it is first started, as by ./reprise run "
              + system.id());
    }
  }

  private void port(PrintWriter out, Home home, ReferenceService service) throws IOException {
    var port =
        UsageException.typed(() -> service.address().port(System.getenv()))
            .orElse(service.address().port());
    var trouble = Ports.trouble(port);
    if (trouble.isEmpty()) {
      fine(out, "port", port + " is free (runs choose free ports; up and compose want this one)");
    } else if (LocalServices.of(home).runs(service, port)) {
      fine(out, "port", "%d is that of %s, which runs".formatted(port, service.module()));
    } else {
      note(
          out,
          "port",
          "%d %s: ./reprise up %s N chooses another, %s in .env that of compose"
              .formatted(port, trouble.get(), Ports.option(service), service.address().variable()));
    }
  }

  private static void docker(PrintWriter out) throws InterruptedException {
    try {
      var unused = ShortCommand.output(Path.of("."), DOCKER_TIMEOUT, List.of("docker", "info"));
      fine(out, "Docker", "answers");
    } catch (IOException e) {
      note(out, "Docker", "not installed or not running; only --target compose needs it");
    }
  }

  private void leftovers(PrintWriter out, Home home) {
    for (var folder : List.of(home.run(), StackDirectories.ofCurrentUser().run())) {
      if (clean) {
        Leftovers.stop(folder)
            .forEach(left ->
                note(out, "leftover", "removed " + left.name() + " (pid " + left.pid() + ")"));
      }
      Leftovers.list(folder).stream()
          .filter(Leftovers.Leftover::elsewhere)
          .forEach(left ->
              note(
                  out,
                  "leftover",
                  "%s of another machine or container, noted in %s: delete that file and the folder of its name if it is gone"
                      .formatted(left.name(), left.pidFile())));
      Leftovers.list(folder).stream()
          .filter(left -> !left.detached() && !left.elsewhere())
          .forEach(left ->
              note(
                  out,
                  "leftover",
                  "%s (pid %d) of a run that works or was killed; ./reprise doctor --clean ends those that were"
                          .formatted(left.name(), left.pid())
                      + " killed"));
    }
  }

  private static void fine(PrintWriter out, String what, String detail) {
    out.printf("ok      %-12s %s%n", what, detail);
  }

  private static void note(PrintWriter out, String what, String detail) {
    out.printf("note    %-12s %s%n", what, detail);
  }

  private void lacks(PrintWriter out, String what, String detail) {
    lacking = true;
    out.printf("lacks   %-12s %s%n", what, detail);
  }
}
