package org.reprise.load.generator;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Injects the users of a {@link LoadSpec}, phase after phase, and hands over what was recorded. The
 * command says by {@code -Dreprise.load} which load; without it the system reads one from system
 * properties of its own, so that a simulation runs under any of Gatling's launchers.
 *
 * <p>Gatling's own statistics are whole milliseconds of single requests; flows therefore record
 * nanoseconds themselves.
 */
public abstract class RepriseSimulation extends Simulation {
  /** System property: the file with the load. */
  static final String LOAD = "reprise.load";

  /** System property: the file for what was recorded. */
  static final String SAMPLES = "reprise.samples";

  private static final int WARM_UP_USERS = 900;
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration PULSE = Duration.ofMillis(20);
  private static final String PASSES = "passes";
  private static final String WOKEN = "woken";

  private final LoadSpec load;
  private final boolean byHand = System.getProperty(LOAD) == null;
  private final Path samples =
      Path.of(
          System.getProperty(
              SAMPLES,
              "target/samples/%s-%d.json"
                  .formatted(getClass().getSimpleName(), Instant.now().getEpochSecond())));
  private List<PhaseRecorder> recorders = List.of();
  private @Nullable GatlingFlow flow;
  private @Nullable ProgressPrinter progress;

  /**
   * Reads the load.
   *
   * @param byHand reads it where no command hands it over
   */
  protected RepriseSimulation(Supplier<LoadSpec> byHand) {
    var file = System.getProperty(LOAD);
    try {
      this.load = file == null ? byHand.get() : LoadSpec.read(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  protected final LoadSpec load() {
    return load;
  }

  /** Injects the phases of the load, each after the one before. */
  protected final void inject(GatlingFlow users) {
    this.flow = users;
    this.recorders =
        load.phases().stream().map(each -> PhaseRecorder.of(each, users.operation())).toList();
    setUp(populations(users)).protocols(users.protocol()).maxDuration(load.longest().plus(WARM_UP));
  }

  private GatlingFlow users() {
    return Objects.requireNonNull(flow, "nothing was injected");
  }

  @Override
  public void before() {
    try {
      users().before();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare " + load.title() + ": " + e, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while preparing " + load.title(), e);
    }
    if (!byHand) {
      progress = new ProgressPrinter(recorders, System.out);
    }
  }

  @Override
  public void after() {
    if (progress != null) {
      progress.close();
    }
    write(recorders);
    if (!byHand) {
      return;
    }
    System.out.printf(
        "recorded: %s (./reprise compare FILE --baseline REPORT judges it)%n",
        samples.toAbsolutePath());
    try {
      users().afterByHand();
    } catch (Exception e) {
      throw new IllegalStateException("cannot finish " + load.title() + ": " + e.getMessage(), e);
    }
  }

  private void write(List<PhaseRecorder> ended) {
    try {
      Files.createDirectories(samples.toAbsolutePath().getParent());
      Sample.write(samples, ended.stream().flatMap(PhaseRecorder::samples));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + samples + ": " + e, e);
    }
  }

  private List<PopulationBuilder> populations(GatlingFlow users) {
    // Nested from the end: a.andThen(b.andThen(c)).
    List<PopulationBuilder> all = List.of();
    for (var recorder : recorders.reversed()) {
      var populations = populations(users, recorder);
      all = all.isEmpty() ? populations : List.of(populations.getFirst().andThen(all));
    }
    // A load with a rate tells the generator's own delay by that.
    var timed =
        recorders.stream().filter(Recorder.class::isInstance).map(Recorder.class::cast).toList();
    return timed.isEmpty() ? all : Stream.concat(all.stream(), Stream.of(pulse(timed))).toList();
  }

  private List<PopulationBuilder> populations(GatlingFlow users, PhaseRecorder phase) {
    return switch (phase) {
      case ArrivalRecorder arrivals -> List.of(arrivals(users, arrivals));
      case Recorder recorder ->
          recorder.phase().shape() instanceof Shape.Mixed mixed
              ? mixed.workflows().stream().map(it -> workflow(users, recorder, it)).toList()
              : List.of(closed(users, recorder));
    };
  }

  private PopulationBuilder arrivals(GatlingFlow users, ArrivalRecorder recorder) {
    var shape = recorder.load();
    var flow =
        exec(
                session -> {
                  var number = recorder.arrive(System.nanoTime());
                  return session.set(GatlingFlow.NUMBER, number);
                })
            .exec(stopLoadGeneratorIf("stopped", _ -> recorder.hasStopped(System.nanoTime())))
            .doIf(session -> session.getInt(GatlingFlow.NUMBER) >= 0)
            .then(users.arrival().exec(session -> answered(recorder, session)));
    var population =
        scenario(recorder.phase().name())
            .exec(flow)
            .injectOpen(
                shape.levels().stream()
                    .map(level -> rampUsers(level.flows()).during(level.length()))
                    .toArray(OpenInjectionStep[]::new));
    return users
        .warmUp()
        .map(chain ->
            scenario("warm-up")
                .exec(chain)
                .injectOpen(rampUsers(WARM_UP_USERS).during(WARM_UP))
                .andThen(population))
        .orElse(population);
  }

  private static Session answered(ArrivalRecorder recorder, Session session) {
    var now = System.nanoTime();
    var number = session.getInt(GatlingFlow.NUMBER);
    if (!session.isFailed()) {
      recorder.answered(number, now);
    } else if (Turn.isAnswered(session)) {
      recorder.refused(number, now, Turn.failure(session));
    } else {
      recorder.unanswered(number, now, Turn.failure(session));
    }
    return session;
  }

  private PopulationBuilder workflow(GatlingFlow users, Recorder recorder, Shape.Users one) {
    return scenario(one.workflow())
        .exec(session -> begun(recorder, session))
        .exec(users.workflow(one.workflow(), recorder))
        .exec(session -> gone(recorder, session))
        .injectOpen(atOnceUsers(one.count()));
  }

  private PopulationBuilder closed(GatlingFlow users, Recorder recorder) {
    var name = recorder.phase().name();
    var pass =
        exec(session -> session.markAsSucceeded())
            .exec(users.flow(recorder))
            .exec(session -> passed(recorder, session));
    // Gatling's own page shows the first phase's requests by their plain names.
    ChainBuilder named = recorder == recorders.getFirst() ? pass : group(name).on(pass);
    return scenario(name)
        .exec(session -> begun(recorder, session))
        .exec(asLongAs(session -> recorder.goesOn(session.getInt(PASSES)), PASSES).on(named))
        .exec(session -> gone(recorder, session))
        .injectOpen(atOnceUsers(recorder.phase().shape().mostUsers()));
  }

  private Session begun(Recorder recorder, Session session) {
    if (recorder.begin() && recorder != recorders.getFirst()) {
      // What the phases before yielded is kept for whoever interrupts this one.
      write(recorders.subList(0, recorders.indexOf(recorder)));
    }
    return session;
  }

  private static Session passed(Recorder recorder, Session session) {
    if (!session.isFailed()) {
      recorder.flowEnded(System.nanoTime());
    }
    return session;
  }

  private static Session gone(Recorder recorder, Session session) {
    recorder.userEnded();
    return session;
  }

  /**
   * One user more, who sends nothing but wakes up every 20 ms and notes how late: what the
   * generator itself adds to the times that it measures.
   */
  private static PopulationBuilder pulse(List<Recorder> timed) {
    return scenario("pulse")
        .exec(
            asLongAs(_ -> !timed.stream().allMatch(Recorder::over))
                .on(
                    exec(session -> session.set(WOKEN, System.nanoTime())),
                    pause(PULSE),
                    exec(session -> {
                      var late = System.nanoTime() - session.getLong(WOKEN) - PULSE.toNanos();
                      timed.forEach(recorder -> recorder.late(late));
                      return session;
                    })))
        .injectOpen(atOnceUsers(1));
  }
}
