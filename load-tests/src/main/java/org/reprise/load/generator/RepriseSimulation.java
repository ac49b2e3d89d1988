package org.reprise.load.generator;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.ArrivalRecorder.Outcome;

/**
 * Injects the users of a {@link LoadSpec}, phase after phase, and hands over what was recorded. The
 * command says by {@code -Dreprise.load} which load; without it the system reads one from system
 * properties of its own, so that a simulation runs under any of Gatling's launchers.
 *
 * <p>Gatling's own statistics are whole milliseconds of single requests; flows therefore record
 * nanoseconds themselves.
 */
public abstract class RepriseSimulation extends Simulation {
  static final String LOAD = "reprise.load";
  static final String SAMPLES = "reprise.samples";

  /** The number of an arrival, from 0 on, in its session. */
  protected static final String NUMBER = "number";

  private static final int WARM_UP_USERS = 900;
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration PULSE = Duration.ofMillis(20);
  private static final String PASSES = "passes";
  private static final String WOKEN = "woken";

  private final LoadSpec load;
  protected final boolean byHand = System.getProperty(LOAD) == null;
  private final Path samples =
      Path.of(
          System.getProperty(
              SAMPLES,
              "target/samples/%s-%d.json"
                  .formatted(getClass().getSimpleName(), Instant.now().getEpochSecond())));
  private List<Recorder> recorders = List.of();
  private @Nullable ScheduledExecutorService progress;

  protected RepriseSimulation(Supplier<LoadSpec> byHand) {
    var file = System.getProperty(LOAD);
    try {
      this.load = file == null ? byHand.get() : Json.read(Path.of(file), LoadSpec.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  protected final LoadSpec load() {
    return load;
  }

  /** Injects the phases of the load, each after the one before: the end of each constructor. */
  protected final void inject() {
    recorders =
        load.phases().stream()
            .map(it ->
                it.shape() instanceof Shape.Arrivals
                    ? new ArrivalRecorder(it, operation())
                    : new Recorder(it))
            .toList();
    var setUp =
        setUp(populations()).protocols(protocol()).maxDuration(load.maxDuration().plus(WARM_UP));
    if (byHand) {
      setUp.assertions(assertions());
    }
  }

  /** What must hold for a simulation by hand to end with 0: no request has failed. */
  protected List<Assertion> assertions() {
    return List.of(global().failedRequests().count().is(0L));
  }

  protected interface Question<C, T> {
    T ask(C calls) throws IOException, InterruptedException;
  }

  /** Asks a service what there is, and closes the calls; a failure names the service. */
  protected static <C extends AutoCloseable, T> T ask(URI service, C calls, Question<C, T> all) {
    try (calls) {
      return all.ask(calls);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot read what " + service + " has: " + e, e);
    }
  }

  protected abstract HttpProtocolBuilder protocol();

  /** Returns requests by the user of the process; they follow no redirect, nothing is cached. */
  protected static HttpProtocolBuilder byUser() {
    return http.header("Authorization", Properties.ofProcess().credentials().authorization())
        .disableFollowRedirect()
        .disableCaching();
  }

  /**
   * How users of a closed model come.
   *
   * @param users by the name of their scenario
   * @param interval from the coming of a user to that of the next one; zero where all come at once
   */
  public record Injection(Map<String, Integer> users, Duration interval) {}

  /** By default all users of a phase have its name as their scenario and come at once. */
  protected Injection injection(Phase phase) {
    return new Injection(
        phase.shape() instanceof Shape.Mixed(var workflows, var _)
            ? workflows
            : Map.of(phase.name(), phase.shape().users()),
        Duration.ZERO);
  }

  /**
   * One pass of a user of a scenario, or all that it does where {@linkplain Shape.Mixed it says
   * itself} how long. What fails is recorded, and the rest of the pass left out; the session is
   * failed then.
   */
  protected ChainBuilder flow(String scenario, Recorder recorder) {
    throw new UnsupportedOperationException("no scenario " + scenario);
  }

  /** The one {@linkplain Turn#call call} of an arrival, whose {@link #NUMBER} the session has. */
  protected ChainBuilder arrival() {
    throw new UnsupportedOperationException("no open model");
  }

  /** What the flow of an arrival is called among the baseline's operations. */
  protected String operation() {
    return "flow";
  }

  /** What makes classes load and code compile in the generator before an open model. */
  protected Optional<ChainBuilder> warmUp() {
    return Optional.empty();
  }

  protected void prepare() throws IOException, InterruptedException {}

  /** Does what is left to do where no command started the simulation that would do it. */
  protected void afterByHand() throws IOException, InterruptedException {}

  @Override
  public void before() {
    try {
      prepare();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot prepare " + load.title() + ": " + e, e);
    }
    if (!byHand) {
      progress = Recorder.print(recorders);
    }
  }

  @Override
  public void after() {
    if (progress != null) {
      progress.shutdownNow();
    }
    write(recorders);
    if (!byHand) {
      return;
    }
    faults().forEach(System.out::println);
    System.out.printf(
        "recorded: %s (./reprise compare FILE --baseline REPORT judges it)%n",
        samples.toAbsolutePath());
    try {
      afterByHand();
    } catch (Exception e) {
      throw new IllegalStateException("cannot finish " + load.title() + ": " + e.getMessage(), e);
    }
  }

  protected final List<Sample> samples() {
    return recorders.stream().flatMap(Recorder::samples).toList();
  }

  private List<String> faults() {
    return samples().stream().flatMap(it -> it.faults().stream()).toList();
  }

  private void write(List<Recorder> ended) {
    try {
      Files.createDirectories(samples.toAbsolutePath().getParent());
      Sample.write(samples, ended.stream().flatMap(Recorder::samples));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + samples + ": " + e, e);
    }
  }

  private List<PopulationBuilder> populations() {
    // Nested from the end: a.andThen(b.andThen(c)).
    List<PopulationBuilder> all = List.of();
    for (var recorder : recorders.reversed()) {
      var populations = populations(recorder);
      all = all.isEmpty() ? populations : List.of(populations.getFirst().andThen(all));
    }
    // A load with a rate tells the generator's own delay by that.
    var timed = recorders.stream().filter(it -> !(it instanceof ArrivalRecorder)).toList();
    return timed.isEmpty() ? all : Stream.concat(all.stream(), Stream.of(pulse(timed))).toList();
  }

  private List<PopulationBuilder> populations(Recorder recorder) {
    if (recorder instanceof ArrivalRecorder arrivals) {
      return List.of(arrivals(arrivals));
    }
    var injection = injection(recorder.phase);
    var all = injection.interval().multipliedBy(recorder.phase.shape().users());
    // Gatling injects in whole seconds.
    var coming = Duration.ofSeconds(Math.ceilDiv(all.toMillis(), 1000L));
    return injection.users().entrySet().stream()
        .map(it -> users(recorder, it.getKey(), rampUsers(it.getValue()).during(coming)))
        .toList();
  }

  private PopulationBuilder arrivals(ArrivalRecorder recorder) {
    var shape = (Shape.Arrivals) recorder.phase.shape();
    var flow =
        exec(session -> session.set(NUMBER, recorder.arrive(System.nanoTime())))
            .exec(stopLoadGeneratorIf("stopped", _ -> recorder.hasStopped(System.nanoTime())))
            .doIf(session -> session.getInt(NUMBER) >= 0)
            .then(arrival().exec(Turn.step(session -> end(recorder, session))));
    var population =
        scenario(recorder.phase.name())
            .exec(flow)
            .injectOpen(
                shape.levels().stream()
                    .map(level -> rampUsers(level.flows()).during(level.length()))
                    .toArray(OpenInjectionStep[]::new));
    return warmUp()
        .map(chain ->
            scenario("warm-up")
                .exec(chain)
                .injectOpen(rampUsers(WARM_UP_USERS).during(WARM_UP))
                .andThen(population))
        .orElse(population);
  }

  private static void end(ArrivalRecorder recorder, Session session) {
    var outcome =
        !session.isFailed()
            ? Outcome.ANSWERED
            : Turn.isAnswered(session) ? Outcome.REFUSED : Outcome.UNANSWERED;
    recorder.end(session.getInt(NUMBER), System.nanoTime(), outcome, Turn.failure(session));
  }

  private PopulationBuilder users(Recorder recorder, String name, OpenInjectionStep injection) {
    var flow = flow(name, recorder);
    return scenario(name)
        .exec(Turn.step(_ -> begin(recorder)))
        .exec(recorder.phase.shape() instanceof Shape.Mixed ? flow : repeated(recorder, flow))
        .exec(Turn.step(_ -> recorder.userEnded()))
        .injectOpen(injection);
  }

  private ChainBuilder repeated(Recorder recorder, ChainBuilder flow) {
    var pass =
        exec(session -> session.markAsSucceeded())
            .exec(flow)
            .exec(
                Turn.step(session -> {
                  if (!session.isFailed()) {
                    recorder.flowEnded(System.nanoTime());
                  }
                }));
    // Gatling's own page shows the first phase's requests by their plain names.
    ChainBuilder named =
        recorder == recorders.getFirst() ? pass : group(recorder.phase.name()).on(pass);
    return asLongAs(session -> recorder.goesOn(session.getInt(PASSES)), PASSES).on(named);
  }

  private void begin(Recorder recorder) {
    if (recorder.begin() && recorder != recorders.getFirst()) {
      // What the phases before yielded is kept for whoever interrupts this one.
      write(recorders.subList(0, recorders.indexOf(recorder)));
    }
  }

  /**
   * One user more, who sends nothing but wakes up every 20 ms and notes how late: what the
   * generator itself adds to the times that it measures. By hand a failure that no request shows,
   * such as a job that ends in an error, is a failed request of this user.
   */
  private PopulationBuilder pulse(List<Recorder> timed) {
    return scenario("generator-delay")
        .exec(
            asLongAs(_ -> !timed.stream().allMatch(Recorder::over))
                .on(
                    exec(session -> session.set(WOKEN, System.nanoTime())),
                    pause(PULSE),
                    Turn.step(session -> {
                      var late = System.nanoTime() - session.getLong(WOKEN) - PULSE.toNanos();
                      timed.forEach(recorder -> recorder.late(late));
                    })))
        .exec(doIf(_ -> byHand && !faults().isEmpty()).then(dummy("flows", 0).withSuccess(false)))
        .injectOpen(atOnceUsers(1));
  }
}
