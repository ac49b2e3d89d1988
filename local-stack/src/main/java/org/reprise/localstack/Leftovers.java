package org.reprise.localstack;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
   * @return what was cleaned up
   */
  public static List<Leftover> stop(Path runDirectory) {
    return end(runDirectory, PidFile::orphaned);
  }

  /**
   * Ends what was started detached, as {@code reprise down} does, and deletes the temporary
   * directories and pid files that go with it.
   *
   * @param runDirectory where the pid files are, up to three directories below
   * @return what was ended
   */
  public static List<Leftover> stopDetached(Path runDirectory) {
    return end(runDirectory, found -> found.detached() && !found.elsewhere());
  }

  /**
   * Lists everything that a run directory knows of.
   *
   * @param runDirectory where the pid files are, up to three directories below
   * @return one entry for each pid file
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
    found.discard(file);
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
    if (!Files.isDirectory(runDirectory)) {
      return Stream.empty();
    }
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(runDirectory, Set.of(), DEPTH, new Finding(found));
    } catch (IOException e) {
      throw new LocalStackException("cannot look for pid files in " + runDirectory + ": " + e, e);
    }
    return found.stream();
  }

  // Other JVMs make and delete their servers' directories meanwhile.
  private static final class Finding extends SimpleFileVisitor<Path> {
    private final List<Path> found;

    Finding(List<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return directory.endsWith(ServerHome.DATA)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && file.toString().endsWith(PidFile.SUFFIX)) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
      return FileVisitResult.CONTINUE;
    }
  }
}
