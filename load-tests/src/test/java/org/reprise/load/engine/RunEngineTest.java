package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.Records;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.run.RunDirectory;

/** The engine with a real process of load, and a system that only counts. */
class RunEngineTest implements RunListener {
  private static final String EXPERIMENT = "embedded-2x500";
  private static final String OPERATION = "create-node";
  private static final int BREAKS_IN_PARTNER = -1;

  @TempDir private Path folder;
  private final List<String> steps = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();

  @Override
  public void step(String what) {
    steps.add(what);
  }

  @Override
  public void notice(String what) {
    notices.add(what);
  }

  @Override
  public void progress(String text) {}

  /** Fails where the load's settings say so. */
  public static final class Flow implements InProcessRunner.Flow {
    private boolean fails;

    /** Needed by the runner. */
    public Flow() {}

    @Override
    public void open(LoadSpec load) {
      fails = load.settings(Settings.class).fails();
    }

    @Override
    public void once(Recorder recorder) {
      var due = System.nanoTime();
      if (fails) {
        recorder.failed(OPERATION, "refused");
        return;
      }
      recorder.record(OPERATION, due, System.nanoTime());
      recorder.record("no operation of the report", due, System.nanoTime());
      recorder.flowEnded(System.nanoTime());
    }

    @Override
    public void close() {}
  }

  private record Settings(boolean fails) {}

  private final class Counting extends Measurement implements Execution {
    private final boolean fails;
    private List<WatchedProcess> roles =
        List.of(
            new WatchedProcess(
                "a role", ProcessHandle.current(), Optional.empty(), Optional.empty()));
    private int repetition;
    private int breaksIn;
    private boolean unprepared;
    private String variant = Variant.STEADY;
    private boolean twice;
    private boolean warmsUp;
    private List<WatchedProcess> warmed = List.of();
    private boolean comparesAtEnd;
    private boolean startsProcess;
    private int rounds = 1;
    private @Nullable Phase refused;

    Counting(boolean fails) {
      this(fails, TestSuite.profile("smoke", false, 2));
    }

    Counting(boolean fails, Profile profile) {
      super(
          Plan.local(new TestSuite(profile), profile.name()),
          NothingDeployed.deployment(),
          RunEngineTest.this);
      this.fails = fails;
    }

    @Override
    public List<WatchedProcess> roles() {
      return roles;
    }

    @Override
    protected void prepare(LoadLauncher loads, Outcome outcome) throws IOException {
      if (unprepared) {
        throw new IOException("no room for the data");
      }
      steps.add("prepare");
    }

    @Override
    protected List<Execution> warmUps() {
      return warmed.isEmpty()
          ? warmsUp ? List.of(this) : List.of()
          : List.of(
              new Partner("warm-up") {
                @Override
                public List<WatchedProcess> roles() {
                  return warmed;
                }
              });
    }

    @Override
    protected List<Execution> executions(int number) {
      repetition = number;
      return twice ? List.of(this, new Partner("partner")) : List.of(this);
    }

    @Override
    protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
      steps.add("finish");
      if (comparesAtEnd) {
        engine.measure(new Partner("floor"), 1);
        engine.measure(new Partner("partner"), 1);
      }
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public void reset() {
      steps.add("reset");
    }

    @Override
    public LoadLauncher.Load arrange() {
      steps.add("arrange");
      return load("counting-" + repetition);
    }

    private LoadLauncher.Load load(String name) {
      var window = new Shape.Window(2, Duration.ZERO, Duration.ofMillis(400));
      return new LoadLauncher.Load(
          name,
          Flow.class,
          LoadSpec.of(
              "counting",
              Stream.concat(
                      Stream.of(
                          new Phase(
                              "exact", EXPERIMENT, Variant.REPORT_EXACT, new Shape.Circles(2, 3))),
                      IntStream.range(0, rounds)
                          .mapToObj(i ->
                              new Phase(Plan.name(variant, i + 1), EXPERIMENT, variant, window)))
                  .toList(),
              new Settings(fails),
              Duration.ofSeconds(30)),
          Map.of(),
          false);
    }

    /** What sends a load need not be a process of its own, which takes longer than the load. */
    @Override
    public List<Sample> send(LoadLauncher loads, LoadLauncher.Load load)
        throws IOException, InterruptedException {
      if (startsProcess) {
        return loads.send(load);
      }
      var samples = new ArrayList<Sample>();
      if (refused != null) {
        var recorder = new Recorder(refused);
        var grace = load.spec().grace();
        samples.add(InProcessRunner.run(recorder, grace, it -> it.failed(OPERATION, "refused")));
      }
      try (var flow = new Flow()) {
        flow.open(load.spec());
        for (var phase : load.spec().phases()) {
          samples.add(InProcessRunner.run(new Recorder(phase), load.spec().grace(), flow::once));
        }
      }
      return samples;
    }

    @Override
    public void rest(List<Sample> samples) {
      steps.add("rest");
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) throws IOException {
      if (repetition == breaksIn) {
        throw new IOException("the database is gone");
      }
      steps.add("check");
      outcome.add(new Check("all-there", !fails, "looked"));
    }

    /** What is compared with the other execution. */
    private class Partner implements Execution {
      private final String name;

      Partner(String name) {
        this.name = name;
      }

      @Override
      public String name() {
        return name;
      }

      @Override
      public void reset() {
        Counting.this.reset();
      }

      @Override
      public LoadLauncher.Load arrange() {
        return load(name + "-" + repetition);
      }

      @Override
      public List<Sample> send(LoadLauncher loads, LoadLauncher.Load load)
          throws IOException, InterruptedException {
        return Counting.this.send(loads, load);
      }

      @Override
      public void check(List<Sample> samples, Outcome outcome) throws IOException {
        if (breaksIn == BREAKS_IN_PARTNER && name.equals("partner")) {
          throw new IOException("the database is gone");
        }
      }
    }
  }

  private RunEngine engine(Measurement measurement) throws IOException {
    return new RunEngine(measurement, new Home(folder.resolve("home")), directory());
  }

  private RunDirectory directory() {
    return RunDirectory.open(folder, ".");
  }

  @Test
  void warmsUpBeforeAnythingCounts() throws Exception {
    var counting = new Counting(false);
    counting.warmsUp = true;
    try (var engine = engine(counting)) {
      engine.run();

      assertThat(steps)
          .startsWith("prepare", "counting", "reset", "arrange", "counting (1 of 2)", "reset");
      assertThat(engine.measured().experiments()).hasSize(4);
    }
  }

  /** Goes on defining classes, each of which {@code -Xcomp} has compiled. */
  public static final class Compiling {
    private Compiling() {}

    public static void main(String[] args) throws Exception {
      byte[] body;
      try (var file = Compiling.class.getResourceAsStream("RunEngineTest$Body.class")) {
        body = Objects.requireNonNull(file).readAllBytes();
      }
      var lookup = MethodHandles.lookup();
      var parent = ProcessHandle.current().parent().orElseThrow();
      while (parent.isAlive()) {
        var defined = lookup.defineHiddenClass(body, true).lookupClass();
        defined.getMethod("of", String.class).invoke(null, "a-b-c");
      }
    }
  }

  /** Costs the compilers much more than it costs to run. */
  public static final class Body {
    private Body() {}

    public static String of(String text) {
      var all = new StringBuilder();
      for (var part : text.split("-")) {
        all.append(part).append(part.hashCode()).append(part.length()).append(part.isBlank());
        all.append(part.strip()).append(part.indent(2)).append(part.indexOf('b')).append(1.5);
      }
      return all.toString();
    }
  }

  @Test
  void warmsUpAgainAndSaysSoWhereServicesStillCompile() throws Exception {
    var counting = new Counting(false, TestSuite.profile("quick", true, 1));
    counting.warmsUp = true;
    counting.rounds = 2;
    var java = ProcessHandle.current().info().command().orElseThrow();
    var classes = System.getProperty("java.class.path");
    var service =
        new ProcessBuilder(java, "-Xcomp", "-cp", classes, Compiling.class.getName()).start();
    var nowhere =
        new WatchedProcess.Service(
            URI.create("http://127.0.0.1:1/"), new Credentials("a", "b"), false);
    counting.roles = List.of(new WatchedProcess("service", service.toHandle(), nowhere));
    var own = new Counting(false, TestSuite.profile("quick", true, 1));
    own.warmed = counting.roles;
    try (AutoCloseable _ = service::destroyForcibly) {
      try (var engine = engine(own)) {
        engine.run();
        assertThat(steps.stream().filter("warm-up"::equals)).as("own roles").hasSize(6);
      }
      steps.clear();
      try (var engine = engine(counting)) {
        engine.run();

        // Six warm-ups and what counts; that once more would have another name.
        assertThat(steps.stream().filter("counting"::equals)).hasSize(7);
        assertThat(engine.measured().violations())
            .filteredOn(it -> it.rule() == Violation.Rule.COLD)
            .isNotEmpty()
            .doesNotHaveDuplicates()
            .allSatisfy(it -> assertThat(it.why()).startsWith("the services still compiled: "));
      }
    }
  }

  @Test
  void repeatsResetArrangeRestAndCheckAndKeepsEverySample() throws Exception {
    var counting = new Counting(false);
    counting.startsProcess = true;
    try (var engine = engine(counting)) {
      engine.run();
      var measured = engine.measured();

      assertThat(steps)
          .containsExactly(
              "prepare",
              "counting (1 of 2)",
              "reset",
              "arrange",
              "rest",
              "check",
              "counting (2 of 2)",
              "reset",
              "arrange",
              "rest",
              "check",
              "finish");
      assertThat(measured.experiments())
          .extracting(it -> it.variant() + " " + it.repetition())
          .containsExactly("report-exact 1", "steady 1", "report-exact 2", "steady 2");
      assertThat(measured.experiments()).extracting(ExperimentRun::errors).containsOnly(0L);
      assertThat(measured.experiments().getFirst().circles()).isEqualTo(3);
      assertThat(measured.experiments().getLast().batchRates()).hasSizeGreaterThanOrEqualTo(10);
      assertThat(measured.operations())
          .extracting(OperationSummary::operation)
          .containsOnly(OPERATION);
      assertThat(measured.operations().getFirst().count()).isEqualTo(6);
      // The cold phase and the warm one are of one experiment: the warm one tells the use.
      assertThat(measured.usages()).filteredOn(it -> it.process().equals("a role")).hasSize(2);
      assertThat(measured.usages()).extracting(Usage::repetition).contains(1, 2);
      assertThat(measured.invalidReasons()).isEmpty();
      assertThat(measured.notRun()).isEmpty();
    }
    for (int repetition = 1; repetition <= 2; repetition++) {
      assertThat(Sample.read(folder.resolve("samples/counting-" + repetition + ".json")))
          .hasSize(2);
    }
  }

  /** Windows that take turns with others in one load. */
  @Test
  void numbersTheWindowsOfOneExperimentAsRounds() throws Exception {
    var counting = new Counting(false);
    counting.rounds = 2;
    try (var engine = engine(counting)) {
      engine.run();
      var measured = engine.measured();

      assertThat(measured.experiments())
          .extracting(it -> it.variant() + " " + it.repetition())
          .containsExactly(
              "report-exact 1",
              "steady 1001",
              "steady 1002",
              "report-exact 2",
              "steady 2001",
              "steady 2002");
      assertThat(measured.operations())
          .extracting(OperationSummary::repetition)
          .containsExactly(1, 1001, 1002, 2, 2001, 2002);
      assertThat(measured.usages())
          .filteredOn(it -> it.process().equals("a role"))
          .extracting(Usage::repetition)
          .containsExactly(1001, 1002, 2001, 2002);
    }
  }

  /** What a stopped run shows of an execution that did not end is not kept. */
  @Test
  void anExecutionThatEndedIsNotMeasuredAgain() throws Exception {
    var breaking = new Counting(false);
    breaking.breaksIn = 2;
    Measured stopped;
    try (var engine = engine(breaking)) {
      assertThatThrownBy(engine::run).hasMessage("the database is gone");
      stopped = engine.measured();
    }
    assertThat(stopped.experiments()).extracting(ExperimentRun::repetition).contains(1, 2);
    assertThat(directory().executions()).containsOnlyKeys("counting");
    steps.clear();

    // Stopped again before it came to anything: the page still shows what there is.
    var unprepared = new Counting(false);
    unprepared.unprepared = true;
    try (var engine = engine(unprepared)) {
      assertThatThrownBy(engine::run).hasMessage("no room for the data");
      assertThat(engine.measured().experiments()).isEqualTo(stopped.experiments().subList(0, 2));
    }

    try (var engine = engine(new Counting(false))) {
      engine.run();
      var measured = engine.measured();

      assertThat(steps).containsOnlyOnce("prepare", "reset", "arrange", "rest", "check", "finish");
      assertThat(measured.experiments())
          .extracting(it -> it.variant() + " " + it.repetition())
          .containsExactly("report-exact 1", "steady 1", "report-exact 2", "steady 2");
      assertThat(measured.experiments().subList(0, 2))
          .isEqualTo(stopped.experiments().subList(0, 2));
      assertThat(measured.checks()).hasSize(2);
      assertThat(measured.usages().stream().map(Usage::repetition)).contains(1, 2);
      assertThat(measured.phases())
          .extracting(org.reprise.load.measure.Stretch::name)
          .containsExactly(
              EXPERIMENT, EXPERIMENT + " steady", EXPERIMENT + " (2)", EXPERIMENT + " steady (2)");
      assertThat(measured.resources())
          .extracting(it -> it.process() + it.metric())
          .doesNotHaveDuplicates();
    }
    assertThat(directory().executions()).containsOnlyKeys("counting", "counting-2");
  }

  @Test
  void refusesToGoOnWithOtherProcessors() throws Exception {
    var breaking = new Counting(false);
    breaking.breaksIn = 2;
    try (var engine = engine(breaking)) {
      assertThatThrownBy(engine::run).hasMessage("the database is gone");
    }
    var ended = Objects.requireNonNull(directory().executions().get("counting"));
    var limited = new RoleProcessors("postgresql", 0.3, "cgroup-v1", null);
    directory().addExecution("counting", Records.with(ended, "roles", List.of(limited)));

    assertThatThrownBy(() -> engine(new Counting(false)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("counting was measured with the processors")
        .hasMessageContaining("cgroup-v1");
  }

  @Test
  void clockStandsStillWhileRunIsStopped() throws Exception {
    var breaking = new Counting(false);
    breaking.breaksIn = 2;
    try (var engine = engine(breaking)) {
      assertThatThrownBy(engine::run).hasMessage("the database is gone");
    }
    var ended = Objects.requireNonNull(directory().executions().get("counting"));

    try (var engine = engine(new Counting(false))) {
      engine.run();
      var measured = engine.measured();
      var phases = measured.phases();

      assertThat(phases).hasSize(4);
      assertThat(phases.get(2).name()).isEqualTo(EXPERIMENT + " (2)");
      assertThat(phases.get(2).fromSeconds()).isGreaterThanOrEqualTo(phases.get(1).toSeconds());
      assertThat(measured.resources())
          .flatExtracting(ResourceSeries::samples)
          .containsAll(ended.resources().stream().flatMap(it -> it.samples().stream()).toList())
          .extracting(ResourceSeries.Sample::secondsSinceStart)
          .allSatisfy(it -> assertThat(it).isPositive());
    }
  }

  /** A busy machine that refused the first calls spoils nothing; a floor counts though. */
  @ParameterizedTest
  @CsvSource({"warm-up, true", "floor, false"})
  void failedWarmUpIsNotedAndInvalidatesNothing(String uncounted, boolean valid) throws Exception {
    var counting = new Counting(false);
    counting.refused = Phase.warmUp(uncounted, new Shape.Circles(1, 1));
    try (var engine = engine(counting)) {
      engine.run();

      var why = uncounted + ": 1 operations failed";
      assertThat(engine.measured().invalidReasons().stream().anyMatch(it -> it.startsWith(why)))
          .isEqualTo(!valid);
      assertThat(notices.stream().anyMatch(it -> it.startsWith(why))).isEqualTo(valid);
      assertThat(engine.measured().experiments()).allMatch(it -> it.invalidReason() == null);
    }
  }

  @Test
  void whatFailsMakesTheRunInvalid() throws Exception {
    try (var engine = engine(new Counting(true))) {
      engine.run();
      var measured = engine.measured();

      assertThat(measured.invalidReasons().toString()).contains("nothing was done", "refused");
      assertThat(measured.experiments())
          .allMatch(it -> it.invalidReason() != null && it.errors() > 0);
      assertThat(measured.violations()).isNotEmpty();
      assertThat(measured.checks()).noneMatch(Check::passed);
      assertThat(notices).contains("all-there: looked");
    }
  }

  /**
   * Loops that take half of the processors: each attempt is disturbed, and nothing else is wrong.
   */
  @ParameterizedTest
  @ValueSource(strings = {Variant.STEADY, Variant.SEARCH})
  void measuresDisturbedExecutionTwiceAgainAndInvalidatesOnlyIt(String variant) throws Exception {
    var loops = new ArrayList<Process>();
    for (int i = 0; i < (Runtime.getRuntime().availableProcessors() + 1) / 2; i++) {
      loops.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
    var idle = new ProcessBuilder("sleep", "600").start();
    loops.add(idle);
    var disturbed = new Counting(false, TestSuite.profile("quick", true, 1, false, 100_000));
    var nowhere =
        new WatchedProcess.Service(
            URI.create("http://127.0.0.1:1/"), new Credentials("a", "b"), false);
    disturbed.variant = variant;
    disturbed.startsProcess = true;
    disturbed.roles = List.of(new WatchedProcess("a service", idle.toHandle(), nowhere));
    try (var engine = engine(disturbed)) {
      engine.run();
      var measured = engine.measured();

      assertThat(steps.stream().filter("reset"::equals)).hasSize(3);
      assertThat(steps).containsOnlyOnce("finish").contains("counting once more");
      assertThat(notices)
          .filteredOn(it -> it.contains("other programs used") && it.contains("end it"))
          .hasSize(3);
      assertThat(measured.invalidReasons()).isEmpty();
      assertThat(measured.experiments()).hasSize(2);
      assertThat(measured.experiments())
          .filteredOn(it -> it.variant().equals(variant))
          .hasSize(1)
          .allMatch(it -> String.valueOf(it.invalidReason()).contains("other programs used"));
      assertThat(measured.violations())
          .filteredOn(it -> it.why().endsWith("; measured again"))
          .hasSize(2)
          .noneMatch(Violation::fatal);
      assertThat(measured.phases()).hasSize(2);
    } finally {
      loops.forEach(Process::destroyForcibly);
    }
  }

  /** What is compared repetition by repetition is measured side by side. */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 2"})
  void startsAnewARepetitionThatIsNotComplete(boolean within, int repeats) throws Exception {
    var paired = TestSuite.profile("smoke", false, repeats, within, 60);
    var breaking = new Counting(false, paired);
    breaking.twice = true;
    breaking.breaksIn = BREAKS_IN_PARTNER;
    try (var engine = engine(breaking)) {
      assertThatThrownBy(engine::run).hasMessage("the database is gone");
    }
    assertThat(directory().executions()).containsOnlyKeys("counting");
    steps.clear();

    var more = new Counting(false, paired);
    more.twice = true;
    try (var engine = engine(more)) {
      engine.run();
      // One execution of the first repetition is there, its partner is not.
      assertThat(steps.stream().filter("reset"::equals)).hasSize(2 * repeats);
      assertThat(engine.measured().experiments()).hasSize(4 * repeats);
    }
  }

  /** A floor of an earlier hour is no floor. */
  @Test
  void measuresBothAgainWhereOneOfTwoThatAreComparedAtTheEndIsMissing() throws Exception {
    var once = TestSuite.profile("smoke", false, 1);
    var breaking = new Counting(false, once);
    breaking.comparesAtEnd = true;
    breaking.breaksIn = BREAKS_IN_PARTNER;
    try (var engine = engine(breaking)) {
      assertThatThrownBy(engine::run).hasMessage("the database is gone");
    }
    assertThat(directory().executions()).containsOnlyKeys("counting", "floor");
    steps.clear();

    var more = new Counting(false, once);
    more.comparesAtEnd = true;
    try (var engine = engine(more)) {
      engine.run();
      assertThat(steps.stream().filter("reset"::equals)).hasSize(2);
      assertThat(engine.measured().experiments()).hasSize(6);
    }
  }
}
