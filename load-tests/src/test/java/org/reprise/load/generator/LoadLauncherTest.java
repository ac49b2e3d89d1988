package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Home;
import org.reprise.load.sampling.ResourceSampler;

class LoadLauncherTest {
  @TempDir private Path folder;

  /** Its process dies once it has handed over the first phase, in the file that settings name. */
  public static final class Dying implements InProcessRunner.Flow {
    /** Needed by the runner. */
    public Dying() {}

    @Override
    public void open(LoadSpec load) throws IOException {
      var first = new Recorder(load.phases().getFirst());
      first.begin();
      first.userEnded();
      Sample.write(Path.of(load.settings(String.class)), Stream.of(first.sample()));
      Runtime.getRuntime().halt(9);
    }

    @Override
    public void once(Recorder recorder) {}

    @Override
    public void close() {}
  }

  private LoadLauncher launcher(ResourceSampler sampler) {
    return new LoadLauncher(
        new Home(folder.resolve("home")),
        folder.resolve("run"),
        sampler,
        new SilentListener(),
        List.of());
  }

  private static final class SilentListener implements RunListener {
    @Override
    public void step(String what) {}

    @Override
    public void notice(String what) {}

    @Override
    public void progress(String text) {}
  }

  private static LoadLauncher.Load load(
      Class<?> program, String name, String settings, Phase... phases) {
    return new LoadLauncher.Load(
        name,
        program,
        LoadSpec.of(name, List.of(phases), settings, Duration.ofMinutes(1)),
        Map.of(),
        false);
  }

  /** The first phase ended well, and its sample is there: it is not taken for the whole load. */
  @Test
  void aLoadThatDiesInALaterPhaseIsRefused() throws Exception {
    try (var sampler = new ResourceSampler(_ -> {}, 0)) {
      var launcher = launcher(sampler);
      var load =
          load(
              Dying.class,
              "dying",
              folder.resolve("run/samples/dying.json").toString(),
              new Phase("first", "a", "any", new Shape.Circles(1, 3)),
              new Phase("second", "b", "any", new Shape.Circles(1, 3)));

      assertThatThrownBy(() -> launcher.send(load))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("dying ended before its phase second did (log: ");

      assertThat(launcher.left(load))
          .singleElement()
          .satisfies(it -> assertThat(it.phase().name()).isEqualTo("first"));
    }
  }
}
