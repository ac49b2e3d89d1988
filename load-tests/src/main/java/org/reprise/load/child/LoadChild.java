package org.reprise.load.child;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.localstack.LocalProcess;

/**
 * A child process that sends load: watched while it works, ended when this one ends, its result
 * left in a file.
 */
public final class LoadChild {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration LIMIT_OF_EXIT = Duration.ofSeconds(5);

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private final Path pidFile;
  private final Path result;

  /**
   * Describes the process.
   *
   * @param name what it is, for messages
   * @param environment secrets among it, which a command line would show to everybody
   * @param result the file that it writes at its end
   */
  public LoadChild(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path log,
      Path pidFile,
      Path result) {
    this.name = name;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.log = log;
    this.pidFile = pidFile;
    this.result = result;
  }

  /**
   * Runs it to its end.
   *
   * @return whether it ended well after it had left its result
   * @throws IOException where it left no result, with the end of its log, or was still busy after
   *     {@code limit}
   */
  public boolean run(Duration limit, ResourceSampler sampler, RunListener listener)
      throws IOException, InterruptedException {
    Files.deleteIfExists(result);
    Files.deleteIfExists(log);
    var deadline = System.nanoTime() + limit.toNanos();
    try (var process =
            LocalProcess.builder(name, command)
                .cleanEnvironment()
                .environment(environment)
                .log(log)
                .pidFile(pidFile)
                .start();
        var lines = new Lines(log)) {
      ProcessHandle.of(process.pid())
          .ifPresent(handle -> sampler.watch(ResourceSampler.GENERATOR, handle));
      var heap = new AtomicLong();
      sampler.watch(
          ResourceSampler.GENERATOR,
          ResourceSeries.HEAP,
          () -> heap.get() == 0 ? OptionalDouble.empty() : OptionalDouble.of(heap.get()));
      Consumer<ProgressLine> heard =
          line -> {
            heap.set(line.heapBytes());
            listener.progress(line);
          };
      while (process.isAlive()) {
        if (System.nanoTime() > deadline) {
          throw new IOException(name + " was still busy after " + limit.toSeconds() + " s");
        }
        lines.forward(heard);
        Thread.sleep(LOOK);
      }
      lines.forward(heard);
      if (!Files.isRegularFile(result)) {
        throw new IOException(
            name + " ended without a result (log: " + log + "):\n" + process.logTail());
      }
      return process.awaitEnd(LIMIT_OF_EXIT) == 0;
    } finally {
      sampler.forget(ResourceSampler.GENERATOR);
    }
  }

  /** The lines that the process has written since the last look. */
  static final class Lines implements AutoCloseable {
    /** At most so much is read at once; what is longer without a line's end is no line of ours. */
    static final int MOST_BYTES = 1 << 20;

    private final RandomAccessFile file;

    Lines(Path log) throws IOException {
      this.file = new RandomAccessFile(log.toFile(), "r");
    }

    void forward(Consumer<ProgressLine> listener) throws IOException {
      var start = file.getFilePointer();
      var bytes = new byte[(int) Math.clamp(file.length() - start, 0, MOST_BYTES)];
      file.readFully(bytes);
      var whole = bytes.length;
      while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      if (whole == 0 && bytes.length == MOST_BYTES) {
        whole = bytes.length;
      }
      // What comes after the last line end is read again next time.
      file.seek(start + whole);
      new String(bytes, 0, whole, StandardCharsets.UTF_8)
          .lines()
          .flatMap(line -> ProgressLine.parse(line).stream())
          .forEach(listener);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
