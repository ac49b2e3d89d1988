package org.reprise.localstack.process;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Processes that nobody ends any more, because the JVM that started them was killed. They are known
 * by their pid files; a pid alone is never trusted, the process must be the very one that was
 * started (see {@link ProcessIdentity}).
 */
public final class Leftovers {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int DEPTH = 4;

  private Leftovers() {}

  /**
   * Something that was started and left a pid file.
   *
   * @param name what it is
   * @param pid its process id; -1 when its owner was killed before it was started
   * @param pidFile where it was noted
   * @param running whether the process was there when it was looked at
   * @param detached whether it was meant to outlive the JVM that started it
   * @param elsewhere whether another machine or container started it, which shares the folder: from
   *     here nobody can see whether it runs, and it is never ended or deleted
   */
  public record Leftover(
      String name, long pid, Path pidFile, boolean running, boolean detached, boolean elsewhere) {}

  /**
   * Ends what runs without its owner, and deletes the temporary directories and pid files that go
   * with it. Leaves alone what has a living owner and what was started detached.
   *
   * @param runDirectory where the pid files are, up to three directories below
   */
  public static List<Leftover> stop(Path runDirectory) {
    return end(runDirectory, PidFile::orphaned);
  }

  /**
   * Ends what was started detached, as {@code reprise down} does, and deletes the temporary
   * directories and pid files that go with it.
   *
   * @param runDirectory as for {@link #stop}
   */
  public static List<Leftover> stopDetached(Path runDirectory) {
    return end(runDirectory, found -> found.detached() && !found.elsewhere());
  }

  /**
   * Lists everything that a run directory knows of.
   *
   * @param runDirectory as for {@link #stop}
   */
  public static List<Leftover> list(Path runDirectory) {
    return pidFiles(runDirectory)
        .flatMap(file -> PidFile.read(file).map(found -> describe(file, found)).stream())
        .toList();
  }

  private static List<Leftover> end(Path runDirectory, Predicate<PidFile> which) {
    return pidFiles(runDirectory)
        .flatMap(file -> PidFile.read(file).filter(which).map(found -> end(file, found)).stream())
        .toList();
  }

  private static Leftover end(Path file, PidFile found) {
    Leftover leftover = describe(file, found);
    ProcessIdentity process = found.process();
    if (process != null) {
      LocalProcess.of(found.name(), process, found.signal()).stop(GRACE);
    }
    if (found.temporary()) {
      Strays.end(PidFile.temporaryDirectory(file));
    }
    // By now the file may be of another process, which was started on the same directory.
    PidFile.read(file).filter(found::equals).ifPresent(same -> same.discard(file));
    return leftover;
  }

  private static Leftover describe(Path file, PidFile found) {
    ProcessIdentity process = found.process();
    return new Leftover(
        found.name(),
        process == null ? -1 : process.pid(),
        file,
        found.running(),
        found.detached(),
        found.elsewhere());
  }

  private static Stream<Path> pidFiles(Path runDirectory) {
    return pidFiles(runDirectory.toFile(), DEPTH);
  }

  // Other JVMs make and delete their servers' directories meanwhile, which a walk of the JDK's does
  // not take: what is gone lists as null.
  private static Stream<Path> pidFiles(File directory, int depth) {
    File[] entries = directory.listFiles();
    if (entries == null || depth == 0 || directory.getName().equals(ServerHome.DATA)) {
      return Stream.empty();
    }
    return Arrays.stream(entries)
        .flatMap(entry ->
            entry.isFile() && entry.getName().endsWith(PidFile.SUFFIX)
                ? Stream.of(entry.toPath())
                : pidFiles(entry, depth - 1));
  }
}
