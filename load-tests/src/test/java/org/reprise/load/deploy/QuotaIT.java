package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.RunDirectory;

/** When a real server is held to its share of the processors: by the kernel's own figures. */
class QuotaIT implements RunListener {
  private static final String EXPERIMENT = "embedded-2x500";
  private static final Shares SHARE =
      Shares.of(List.of("postgresql"), Map.of("postgresql", 0.5), List.of(), 2);

  @TempDir private Path folder;

  private final Map<String, Boolean> limited = new LinkedHashMap<>();

  @Override
  public void step(String what) {}

  @Override
  public void notice(String what) {}

  @Override
  public void progress(String text) {}

  /** Looks whether the database has a quota: in the warm-up, in a load, in a search, at the end. */
  private final class Looking extends Measurement {
    Looking(Plan plan, Deployment deployment) {
      super(plan, deployment, QuotaIT.this);
    }

    private void look(String when) {
      limited.put(when, isLimited(deployment.roles().getFirst().process().pid()));
    }

    @Override
    protected void prepare(LoadLauncher loads, Outcome outcome) {
      look("warm-up");
    }

    @Override
    protected List<Execution> executions(int repetition) {
      return List.of(new Load(Variant.REPORT_EXACT), new Load(Variant.SEARCH));
    }

    @Override
    protected void finish(RunEngine engine) {
      look("end");
    }

    private final class Load implements Execution {
      private final String variant;

      Load(String variant) {
        this.variant = variant;
      }

      @Override
      public String name() {
        return variant;
      }

      @Override
      public LoadLauncher.Load arrange() {
        var phase = new Phase(variant, EXPERIMENT, variant, new Shape.Circles(1, 1));
        var spec = LoadSpec.of(variant, List.of(phase), Map.of(), Duration.ZERO);
        return new LoadLauncher.Load(variant, Load.class, spec, Map.of(), false);
      }

      @Override
      public List<Sample> send(LoadLauncher loads, LoadLauncher.Load load) {
        look(variant);
        var recorder = new Recorder(load.spec().phases().getFirst());
        recorder.begin();
        recorder.record("create-node", Duration.ofMillis(1));
        recorder.flowEnded(System.nanoTime());
        return List.of(recorder.sample());
      }

      @Override
      public void rest(List<Sample> samples) {
        look("rest of " + variant);
      }
    }
  }

  private static boolean isLimited(long process) {
    try {
      var group = Cgroup.of(Path.of("/"), Long.toString(process));
      var file = group.version() == 2 ? "cpu.max" : "cpu.cfs_quota_us";
      var quota = Files.readString(group.folder().resolve(file)).strip();
      return !quota.startsWith("max") && !quota.equals("-1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void limitsLoadsAloneAndNoWarmUpOrSearch() throws Exception {
    String reason = null;
    try {
      Processors.look();
    } catch (IOException e) {
      reason = e.getMessage();
    }
    assumeTrue(reason == null, reason);
    var suite = new TestSuite(TestSuite.profile("smoke", false, 1));
    var plan =
        new Plan(
            suite,
            suite.profiles().getFirst(),
            Optional.empty(),
            1,
            1,
            new Target.LocalProcesses(),
            SHARE);
    var topology = new Topology(List.of(), "quota", UnaryOperator.identity());
    var home = new Home(folder);
    var directory = new RunDirectory(Files.createDirectory(folder.resolve("run")));
    try (var open =
            Deployment.open(plan.target(), topology, Map.of(), SHARE, home, folder, _ -> {});
        var engine = new RunEngine(new Looking(plan, open), home, directory)) {
      engine.run();
    }

    assertThat(limited)
        .containsExactly(
            Map.entry("warm-up", false),
            Map.entry(Variant.REPORT_EXACT, true),
            Map.entry("rest of " + Variant.REPORT_EXACT, false),
            Map.entry(Variant.SEARCH, false),
            Map.entry("rest of " + Variant.SEARCH, false),
            Map.entry("end", false));
  }
}
