package org.reprise.load.ebms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.child.LoadChild;
import org.reprise.load.child.RunListener;
import org.reprise.load.gatling.GatlingCommand;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Suite;
import org.reprise.load.measure.Variant;
import org.reprise.load.sampling.DatabaseSize;
import org.reprise.load.sampling.HeapGauge;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.OpenTarget;

/**
 * Runs the Digikoppeling report against one message handler: nominal load, peak load, the ramp, the
 * steps beyond it in search of the knee, the capacity beside its floors, and at last the check that
 * every accepted Ping has exactly one Pong.
 *
 * <p>Service and partner stay up over all of it; the program that sends the load is started anew
 * for each part.
 */
public final class EbmsSuite implements Suite {
  private static final String PARTNER = "partner";

  /** Behind an experiment's id: its first rate, before the handler is warm. */
  private static final String COLD = "-cold";

  private static final Duration SETUP = Duration.ofSeconds(150);

  /** Of one core. */
  private static final double MOST_OTHERS_PERCENT = 30;

  /** Shorter steps have too few readings of the service's CPU. */
  private static final double SHORTEST_SECONDS = 1;

  private final EbmsPlan plan;
  private final EbmsTarget target;
  private final Home home;
  private final Path folder;
  private final RunListener listener;
  private final ResourceSampler sampler;
  private final EbmsOutcome outcome = new EbmsOutcome();
  private final List<AutoCloseable> gauges = new ArrayList<>();
  private final PongCount pongs;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run, for logs and Gatling's reports
   */
  public EbmsSuite(EbmsPlan plan, EbmsTarget target, Home home, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.home = home;
    this.folder = folder;
    this.listener = listener;
    this.sampler = new ResourceSampler(listener::notice);
    this.pongs = new PongCount(target.partner());
    outcome.latency(plan.wishes().latency());
    watchServers();
  }

  private void watchServers() {
    target
        .service()
        .ifPresent(service -> {
          sampler.watch(EbmsService.MODULE, service.handle());
          var heap = new HeapGauge(service.metrics(), target.credentials().orElseThrow());
          gauges.add(heap);
          sampler.watch(EbmsService.MODULE, ResourceSeries.HEAP, heap);
        });
    sampler.watch(PARTNER, target.partner().handle());
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
    for (int repetition = 1; repetition <= plan.repeat(); repetition++) {
      for (var experiment : plan.experiments()) {
        var load = plan.load(experiment);
        if (repetition == 1 && plan.warms(experiment)) {
          warmUp(load);
        }
        run(load.experiment(), load, repetition);
      }
    }
    target.processors().lift();
    if (plan.benches()) {
      capacity();
    }
    listener.step("checking that every Ping has its Pong");
    outcome.pongs(pongs.tally());
  }

  private void capacity() throws IOException, InterruptedException {
    var began = Instant.now();
    var bench =
        new CapacityBench(
            target,
            pongs,
            home,
            folder.resolve("logs"),
            plan.wishes().flow(),
            plan.profile().benchWarmUp(),
            plan.profile().bench());
    bench.run(plan.profile().persistent(), listener);
    sampler.mark("capacity", began, Duration.between(began, Instant.now()));
    bench.benches().forEach(outcome::add);
    bench.floors().forEach(outcome::add);
    bench.faults().forEach(listener::notice);
  }

  /** The cold start is measured apart; then the handler runs warm before its ramp begins. */
  private void warmUp(PingLoad load) throws IOException, InterruptedException {
    var first = List.of(load.levels().getFirst());
    run(load.experiment() + COLD, new PingLoad(load.experiment(), first, 1, load.limitMs()), 1);
    listener.step("warming the handler up");
    target.processors().lift();
    new WarmUp(target, pongs, plan.wishes().flow()).run(plan.profile().benchWarmUp(), listener);
  }

  private void run(String name, PingLoad load, int repetition)
      throws IOException, InterruptedException {
    listener.step(
        name + (plan.repeat() > 1 ? " (%d of %d)".formatted(repetition, plan.repeat()) : ""));
    var ids = PingIds.random(target.partner().sink().host());
    target.partner().expect(ids.token(), plan.wishes().flow(), load.pings());
    target.processors().limit();
    var sample = child(name, load, ids);
    pongs.add(ids, sample.acceptedNumbers(), sample.sent());
    if (!sample.stopped().isEmpty()) {
      listener.notice(name + " ended before its last step: " + sample.stopped());
    }
    // Errors are a result here, not a fault of the run: the report's own ramp has them.
    sample.faults().forEach(fault -> outcome.invalid(name + ": " + fault));
    for (var each : sample.parts()) {
      var part = name.endsWith(COLD) ? each.as(Variant.COLD) : each;
      var mark = part.load().variant().equals(Variant.SEARCH) ? name + " beyond" : name;
      sampler.mark(mark, sample.start(part), PingSample.length(part));
      noticeOthers(mark, sample, part);
      outcome.add(
          withCpu(sample, part.load(), repetition),
          part.summary(),
          repetition,
          sample.faults().stream().findFirst().orElse(null));
    }
  }

  private OpenLoad withCpu(PingSample sample, OpenLoad load, int repetition) {
    return new OpenLoad(
        load.experiment(),
        load.variant(),
        repetition,
        load.steps().stream().map(step -> step.withCpuMs(cpuMs(sample, step))).toList(),
        load.seconds(),
        load.distribution());
  }

  private @org.jspecify.annotations.Nullable Double cpuMs(PingSample sample, OpenLoad.Step step) {
    if (step.seconds() < SHORTEST_SECONDS || step.answered() == 0) {
      return null;
    }
    var percent =
        sampler.mean(
            EbmsService.MODULE,
            ResourceSeries.CPU,
            sample.start().plusMillis(Math.round(step.fromSeconds() * 1000)),
            Duration.ofMillis(Math.round(step.seconds() * 1000)));
    return percent.isPresent() ? percent.getAsDouble() * 10 / step.answeredPerSecond() : null;
  }

  /**
   * Other programs at work make a figure worse and no check fails: the person at the terminal
   * should know.
   */
  private void noticeOthers(String name, PingSample sample, PingSample.Part part) {
    sampler
        .mean(
            ResourceSampler.OTHERS, ResourceSeries.CPU, sample.start(part), PingSample.length(part))
        .ifPresent(percent -> {
          if (percent > MOST_OTHERS_PERCENT) {
            listener.notice(
                "%s: other programs used %.0f %% of a core meanwhile; its figures are worse for it"
                    .formatted(name, percent));
          }
        });
  }

  private PingSample child(String name, PingLoad load, PingIds ids)
      throws IOException, InterruptedException {
    var samples = folder.resolve("samples").resolve(name + ".json");
    var results = folder.resolve("gatling").resolve(name);
    var flow = plan.wishes().flow();
    var command = new ArrayList<>(GatlingCommand.jvm());
    command.addAll(
        List.of(
            "-Dtarget=" + target.handler(),
            // Whoever may use a target was decided when it was opened.
            "-Diownthis=true",
            "-DcpaId=" + flow.cpaId(),
            "-DpartyType=" + flow.from().type(),
            "-DfromParty=" + flow.from().id(),
            "-DtoParty=" + flow.to().id(),
            "-Dhost=" + ids.host(),
            "-DnetworkLatency=" + plan.wishes().latency().toMillis(),
            "-D" + PingSettings.TOKEN + "=" + ids.token(),
            "-D" + PingSettings.LOAD + "=" + load.argument(),
            "-D" + PingSettings.WARM_UP + "=" + target.partner().sink().warmUp(),
            "-D" + PingSettings.SAMPLES + "=" + samples));
    command.addAll(
        GatlingCommand.simulation(EbmsPingSimulation.class, results, "Digikoppeling " + name));
    Files.createDirectories(samples.getParent());
    var log = folder.resolve("logs").resolve(name + ".log");
    new LoadChild(
            name,
            command,
            Map.of("CLASSPATH", System.getProperty("java.class.path")),
            log,
            OpenTarget.pidFile(home, name),
            samples)
        .run(load.length().plus(SETUP), sampler, listener);
    GatlingCommand.flatten(results);
    return PingSample.read(samples);
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

  /** Stops watching. */
  @Override
  public void close() {
    sampler.close();
    gauges.forEach(EbmsSuite::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable gauge) {
    try {
      gauge.close();
    } catch (Exception e) {
      // A connection to a server that is going down: nothing is lost with it.
      return;
    }
  }
}
