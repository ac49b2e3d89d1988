package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;

class LoadLauncherTest {
  @TempDir private Path folder;

  /** Its process dies once it has handed over the first phase, in the file that settings name. */
  public static final class Dying implements InProcessFlow {
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

  /** The first phase ended well, and its sample is there: it is not taken for the whole load. */
  @Test
  void aLoadThatDiesInALaterPhaseIsRefused() throws Exception {
    try (var sampler = new ResourceSampler(_ -> {})) {
      var launcher =
          new LoadLauncher(
              new Home(folder.resolve("home")),
              folder.resolve("run"),
              sampler,
              new StepPrinter(new PrintWriter(new StringWriter())));

      var load =
          new LoadLauncher.Load(
              "dying",
              Dying.class,
              LoadSpec.of(
                  "dying",
                  List.of(
                      new Phase("first", "a", "any", new Shape.Circles(1, 3)),
                      new Phase("second", "b", "any", new Shape.Circles(1, 3))),
                  folder.resolve("run/samples/dying.json").toString(),
                  Duration.ofMinutes(1)),
              Map.of(),
              false);

      assertThatThrownBy(() -> launcher.send(load))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("dying ended before its phase second did (log: ");

      assertThat(launcher.left(load))
          .singleElement()
          .satisfies(it -> assertThat(it.phase().name()).isEqualTo("first"));
    }
  }
}
