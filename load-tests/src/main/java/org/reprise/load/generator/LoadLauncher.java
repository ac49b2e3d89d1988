package org.reprise.load.generator;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalProcess;

/**
 * Starts processes that send load, one at a time, and reads what they hand over. Loads, samples,
 * logs and Gatling's pages stay in the run's folder, by the load's name.
 */
public record LoadLauncher(
    Home home, Path folder, ResourceSampler sampler, RunListener listener, List<String> more) {
  private static final List<String> GATLING =
      List.of(
          ("--enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED"
                  + " --sun-misc-unsafe-memory-access=allow -Duser.language.format=en -XX:+UseParallelGC -Xmx512m")
              .split(" "));
  private static final List<String> IN_PROCESS = ServiceProcess.jvmFlags("512m");
  private static final Duration SETUP = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(100);

  /**
   * A load by its program.
   *
   * @param name unique in its run; of its files and its process
   * @param program a {@link RepriseSimulation}, or an {@link InProcessRunner.Flow}
   * @param secrets environment variables, which a command line would show to everybody
   * @param page whether Gatling writes its own page, which takes it some seconds
   */
  public record Load(
      String name, Class<?> program, LoadSpec spec, Map<String, String> secrets, boolean page) {}

  /** Returns the flags of the JVMs that send load, a line each, and of this JVM. */
  public static List<String> jvmFlags(List<String> more) {
    var here = ManagementFactory.getRuntimeMXBean().getInputArguments().stream();
    return List.of(
        "generator: " + Stream.concat(GATLING.stream(), more.stream()).collect(joining(" ")),
        "in-process load: " + String.join(" ", IN_PROCESS),
        "command: " + here.filter(it -> it.startsWith("-X")).collect(joining(" ")));
  }

  /**
   * Sends it and waits for its end; {@link #left} has what was measured where it fails.
   *
   * @throws IOException where the process left no result of one of its phases
   */
  public List<Sample> send(Load load) throws IOException, InterruptedException {
    var samples = samples(load.name());
    var spec = samples.resolveSibling(load.name() + ".load.json");
    Files.createDirectories(samples.getParent());
    Json.write(spec, load.spec());
    run(load, command(load, spec, samples), samples);
    var read = Sample.read(samples);
    // A process that died in a later phase has left what the earlier ones yielded.
    var ended = read.stream().map(sample -> sample.phase().name()).toList();
    for (var phase : load.spec().phases()) {
      if (!ended.contains(phase.name())) {
        throw new IOException(
            "%s ended before its phase %s did (log: %s)"
                .formatted(load.name(), phase.name(), log(load.name())));
      }
    }
    return read;
  }

  private void run(Load load, List<String> command, Path samples)
      throws IOException, InterruptedException {
    var name = load.name();
    Files.deleteIfExists(samples);
    Files.deleteIfExists(log(name));
    // Of a load that is sent again the page is the last one's.
    FileTree.delete(pages(load));
    var limit = load.spec().maxDuration().plus(SETUP);
    var deadline = System.nanoTime() + limit.toNanos();
    try (var process = start(name, command, load.secrets());
        // Any byte is a character: the log may be read between any two.
        var lines = Files.newBufferedReader(log(name), StandardCharsets.ISO_8859_1)) {
      ProcessHandle.of(process.pid())
          .ifPresent(handle -> sampler.watch(ResourceSampler.GENERATOR, handle));
      var alive = true;
      while (alive) {
        // What it wrote at its end is read, too.
        alive = process.isAlive();
        if (alive && System.nanoTime() > deadline) {
          throw new IOException(name + " was still busy after " + limit.toSeconds() + " s");
        }
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
          Recorder.progress(line).ifPresent(listener::progress);
        }
        if (alive) {
          Thread.sleep(LOOK);
        }
      }
      if (!Files.isRegularFile(samples)) {
        throw new IOException(
            name + " ended without a result (log: " + log(name) + "):\n" + process.logTail());
      }
    } finally {
      sampler.forget(ResourceSampler.GENERATOR);
    }
  }

  /** Starts a process of the run with the classes of this one; its log is among the run's. */
  public LocalProcess start(String name, List<String> command, Map<String, String> secrets) {
    var environment = new HashMap<>(secrets);
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
    return LocalProcess.builder(name, command)
        .cleanEnvironment()
        .environment(environment)
        .log(log(name))
        .pidFile(home.pidFile(name))
        .start();
  }

  private Path pages(Load load) {
    return folder.resolve("gatling").resolve(load.name());
  }

  private Path log(String name) {
    return folder.resolve("logs").resolve(name + ".log");
  }

  /** What a load that did not end has left: samples of the phases that had ended. */
  public List<Sample> left(Load load) throws IOException {
    var samples = samples(load.name());
    return Files.isRegularFile(samples) ? Sample.read(samples) : List.of();
  }

  private Path samples(String name) {
    return folder.resolve("samples").resolve(name + ".json");
  }

  private List<String> command(Load load, Path spec, Path samples) {
    if (InProcessRunner.Flow.class.isAssignableFrom(load.program())) {
      var main = List.of(InProcessRunner.class.getName(), load.program().getName());
      return Stream.of(
              List.of(Commands.ofJdk("java")), IN_PROCESS, main, List.of("" + spec, "" + samples))
          .flatMap(List::stream)
          .toList();
    }
    var properties = new ArrayList<>(more);
    // Whoever may use a target was decided when it was opened.
    properties.add("-Diownthis=true");
    // Its console is for people who start a simulation by hand.
    properties.add("-Dgatling.data.writers.0=file");
    properties.add("-D" + RepriseSimulation.LOAD + "=" + spec);
    properties.add("-D" + RepriseSimulation.SAMPLES + "=" + samples);
    var command = gatling(load.program(), properties, pages(load));
    command.addAll(load.page() ? List.of("-rd", load.spec().title()) : List.of("-nr"));
    return command;
  }

  /**
   * Returns the command of a Gatling run whose class path is in {@code CLASSPATH}.
   *
   * @param results where it makes a folder named after class and time
   */
  static List<String> gatling(Class<?> simulation, List<String> properties, Path results) {
    var command = new ArrayList<>(List.of(Commands.ofJdk("java")));
    command.addAll(GATLING);
    command.addAll(properties);
    command.addAll(
        List.of("io.gatling.app.Gatling", "-s", simulation.getName(), "-rf", results.toString()));
    return command;
  }
}
