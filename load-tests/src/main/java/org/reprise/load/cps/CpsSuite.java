package org.reprise.load.cps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Mode;
import org.reprise.load.child.LoadChild;
import org.reprise.load.child.RunListener;
import org.reprise.load.gatling.GatlingCommand;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Suite;
import org.reprise.load.measure.Variant;
import org.reprise.load.sampling.DatabaseSize;
import org.reprise.load.sampling.HeapGauge;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.CpsService;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.JavaCommand;
import org.reprise.load.stack.OpenTarget;
import org.reprise.localstack.Database;

/**
 * Runs CPS-307 against one target: each setting embedded and remote, the floor beside them, the
 * explanation's experiment, and at last the checks that nothing was lost and nothing is left.
 *
 * <p>The program of the embedded mode is started anew for each setting, as the report's application
 * was. The service stays up over all settings, as the report's containers did, and so does the
 * program that sends it the remote load.
 */
public final class CpsSuite implements Suite {
  private static final String REMOTE = "remote";
  private static final int SETUP_SECONDS = 180;

  /** Of one core. */
  private static final double MOST_OTHERS_PERCENT = 30;

  private final CpsPlan plan;
  private final OpenTarget target;
  private final Home home;
  private final Path folder;
  private final RunListener listener;
  private final ResourceSampler sampler;
  private final AnchorNames names;
  private final Outcome outcome = new Outcome();
  private final List<AutoCloseable> gauges = new ArrayList<>();
  private final CpsFlow flow = CpsFlow.published();

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run, for logs and Gatling's reports
   */
  public CpsSuite(CpsPlan plan, OpenTarget target, Home home, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.home = home;
    this.folder = folder;
    this.listener = listener;
    this.names = AnchorNames.of(plan.anchorPrefix());
    this.sampler = new ResourceSampler(listener::notice);
    watchServers();
  }

  private void watchServers() {
    target
        .service()
        .ifPresent(service -> {
          sampler.watch(CpsService.MODULE, service.handle());
          var heap = new HeapGauge(service.metrics(), target.credentials());
          gauges.add(heap);
          sampler.watch(CpsService.MODULE, ResourceSeries.HEAP, heap);
        });
    target
        .postgres()
        .flatMap(postgres -> ProcessHandle.of(postgres.pid()))
        .ifPresent(postmaster -> sampler.watch(ResourceSampler.DATABASE, postmaster));
    target
        .database()
        .ifPresent(database -> {
          var size = new DatabaseSize(database);
          gauges.add(size);
          sampler.watch(ResourceSampler.DATABASE, ResourceSeries.DATABASE_SIZE, size);
        });
  }

  /**
   * Runs the plan to its end.
   *
   * @throws InterruptedException where the thread was interrupted; {@link #measured} has what was
   *     measured until then
   */
  @Override
  public void run() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    target.processors().limit();
    for (int repetition = 1; repetition <= plan.repeat(); repetition++) {
      for (var setting : plan.embedded()) {
        embedded(setting, repetition);
        if (CpsPlan.besideFloor(setting) && repetition == 1) {
          floor(setting);
        }
      }
      remote(plan.remotePhases(), repetition);
    }
    if (plan.explains()) {
      new HashingExperiment(target, outcome, this::remote).run(plan, listener);
    }
    listener.step("checking what the service holds");
    new CpsCheck(target, flow, names, embeddedDatabase()).run().forEach(outcome::add);
  }

  /** Everything measured so far, for the judge. */
  @Override
  public Measured measured() {
    return outcome.measured(sampler, plan.notRun());
  }

  /** Notes why the run as a whole says nothing. */
  @Override
  public void invalid(String reason) {
    outcome.invalid(reason);
  }

  private void embedded(CpsPlan.Setting setting, int repetition)
      throws IOException, InterruptedException {
    var id = setting.experiment().id();
    listener.step(id + counted(repetition));
    for (var sample :
        inProcess("embedded", id, embeddedDatabase().orElseThrow(), plan.phases(setting))) {
      add(setting, sample.phase().name(), repetition, sample);
    }
  }

  private void remote(List<CpsPlan.RemotePhase> phases, int repetition)
      throws IOException, InterruptedException {
    if (phases.isEmpty()) {
      return;
    }
    listener.step(REMOTE + counted(repetition));
    var load = phases.stream().map(CpsPlan.RemotePhase::load).toList();
    try {
      add(phases, remote(REMOTE, target.base(), load), repetition);
    } catch (InterruptedException e) {
      // What ended before the interruption is a result.
      var file = samplesOf(REMOTE);
      if (Files.isRegularFile(file)) {
        add(phases, SampleFile.read(file), repetition);
      }
      throw e;
    }
  }

  private void add(List<CpsPlan.RemotePhase> phases, List<PhaseSample> samples, int repetition) {
    for (int i = 0; i < samples.size(); i++) {
      var phase = phases.get(i);
      var sample = samples.get(i);
      if (phase.setting().isPresent()) {
        add(phase.setting().get(), phase.variant(), repetition, sample);
      } else {
        sample.faults().forEach(fault -> outcome.invalid(phase.variant() + " " + fault));
      }
    }
  }

  private String counted(int repetition) {
    return plan.repeat() > 1 ? " (%d of %d)".formatted(repetition, plan.repeat()) : "";
  }

  private void add(CpsPlan.Setting setting, String variant, int repetition, PhaseSample sample) {
    var id = setting.experiment().id();
    mark(id + " " + variant, sample);
    noticeOthers(id + ", " + variant, sample);
    var faults = sample.faults();
    faults.forEach(fault -> outcome.invalid(id + " " + fault));
    var fault =
        faults.isEmpty() ? saturation(setting, variant, sample) : Optional.of(faults.getFirst());
    outcome.add(id, variant, repetition, sample, fault.orElse(null));
  }

  private void floor(CpsPlan.Setting beside) throws IOException, InterruptedException {
    listener.step("floor");
    var database = target.postgres().orElseThrow().database("floor");
    var sample =
        inProcess("floor", "floor", database, List.of(plan.steady(CpsPlan.FLOOR_THREADS)))
            .getFirst();
    mark("floor", sample);
    sample.faults().forEach(fault -> outcome.invalid("floor " + fault));
    outcome.add(
        new Floor(
            "lean-table-unnest-" + CpsPlan.FLOOR_THREADS,
            sample.flowsPerSecond(),
            "flows/s",
            "The flow's four operations in raw JDBC on a lean table without foreign keys, its "
                + CpsFlow.FRAGMENTS
                + " fragments by unnest, one durable transaction each, "
                + CpsPlan.FLOOR_THREADS
                + " connections, no HTTP and no YANG.",
            beside.experiment().id()));
  }

  private Optional<Database> embeddedDatabase() {
    return !plan.embedded().isEmpty()
        ? target.postgres().map(postgres -> postgres.database("embedded"))
        : Optional.empty();
  }

  private void mark(String name, PhaseSample sample) {
    sampler.mark(name, sample.start(), sample.length());
  }

  /**
   * Other programs at work make a figure worse and no check fails: the person at the terminal
   * should know.
   */
  private void noticeOthers(String phase, PhaseSample sample) {
    if (target.service().isEmpty()) {
      // A service that is not ours to watch may be on this machine: it would be among the others.
      return;
    }
    sampler
        .mean(ResourceSampler.OTHERS, ResourceSeries.CPU, sample.start(), sample.length())
        .ifPresent(percent -> {
          if (percent > MOST_OTHERS_PERCENT) {
            listener.notice(
                "%s: other programs used %.0f %% of a core meanwhile; its figures are worse for it"
                    .formatted(phase, percent));
          }
        });
  }

  /**
   * Why the generator rather than the service may have set the pace; empty where nothing says so.
   */
  private Optional<String> saturation(CpsPlan.Setting setting, String variant, PhaseSample sample) {
    if (setting.experiment().mode() == Mode.EMBEDDED || !variant.equals(Variant.STEADY)) {
      return Optional.empty();
    }
    var cpu =
        sampler.mean(
            ResourceSampler.GENERATOR, ResourceSeries.CPU, sample.start(), sample.length());
    var fault =
        Saturation.of(cpu, Runtime.getRuntime().availableProcessors(), sample.generatorLag());
    fault.ifPresent(why -> outcome.invalid(setting.experiment().id() + " " + why));
    return fault;
  }

  private Path samplesOf(String id) {
    return folder.resolve("samples").resolve(id + ".json");
  }

  private List<PhaseSample> inProcess(
      String what, String id, Database database, List<LoadPhase> phases)
      throws IOException, InterruptedException {
    var samples = samplesOf(id);
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            JavaCommand.java(),
            "-Xmx512m",
            "--enable-native-access=ALL-UNNAMED",
            InProcess.class.getName(),
            what,
            samples.toString(),
            plan.anchorPrefix(),
            names.token(),
            Long.toString(plan.terminationTimeout().toSeconds())));
    phases.forEach(phase -> command.add(phase.argument()));
    var environment =
        Map.of(
            "CLASSPATH",
            System.getProperty("java.class.path"),
            InProcess.URL,
            database.jdbcUrl(),
            InProcess.USERNAME,
            database.username(),
            InProcess.PASSWORD,
            database.password());
    return child(id, command, environment, samples, phases);
  }

  private List<PhaseSample> remote(String id, java.net.URI base, List<LoadPhase> phases)
      throws IOException, InterruptedException {
    var samples = samplesOf(id);
    var results = folder.resolve("gatling").resolve(id);
    var command = new ArrayList<>(GatlingCommand.jvm());
    command.addAll(
        List.of(
            "-Dbase=" + base,
            // Whoever may use a target was decided when it was opened.
            "-Diownthis=true",
            "-DanchorPrefix=" + plan.anchorPrefix(),
            "-DterminationTimeout=" + plan.terminationTimeout().toSeconds(),
            "-D" + RemoteSettings.TOKEN + "=" + names.token(),
            "-D" + RemoteSettings.SAMPLES + "=" + samples,
            "-D"
                + RemoteSettings.PHASES
                + "="
                + String.join(",", phases.stream().map(LoadPhase::argument).toList())));
    command.addAll(GatlingCommand.simulation(CpsRemoteSimulation.class, results, "CPS-307 " + id));
    Credentials credentials = target.credentials();
    var environment =
        Map.of(
            "CLASSPATH", System.getProperty("java.class.path"),
            "REPRISE_SECURITY_USERNAME", credentials.username(),
            "REPRISE_SECURITY_PASSWORD", credentials.password());
    var measured = child(id, command, environment, samples, phases);
    GatlingCommand.flatten(results);
    return measured;
  }

  private List<PhaseSample> child(
      String id,
      List<String> command,
      Map<String, String> environment,
      Path samples,
      List<LoadPhase> phases)
      throws IOException, InterruptedException {
    Files.createDirectories(samples.getParent());
    var log = folder.resolve("logs").resolve(id + ".log");
    var limit = Duration.ofSeconds(SETUP_SECONDS);
    for (var phase : phases) {
      limit = limit.plus(phase.ownTime()).plus(plan.terminationTimeout());
    }
    new LoadChild(id, command, environment, log, OpenTarget.pidFile(home, id), samples)
        .run(limit, sampler, listener);
    return SampleFile.read(samples);
  }

  /** Stops watching. */
  @Override
  public void close() {
    sampler.close();
    gauges.forEach(CpsSuite::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable gauge) {
    try {
      gauge.close();
    } catch (Exception e) {
      // A connection to a server that is going down: nothing is lost with it.
      return;
    }
  }

  /** How a phase is sent to a service's base URL, under the name of an experiment. */
  @FunctionalInterface
  interface Remote {
    List<PhaseSample> send(String id, java.net.URI base, List<LoadPhase> phases)
        throws IOException, InterruptedException;
  }
}
