package org.reprise.load.stack;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The JDK's ahead-of-time cache of a program (JEP 483, 514): a JVM that starts from it finds its
 * classes read and linked, and takes half the time and processors to its readiness. It is made by a
 * start of the program that counts for nothing else. A JVM that cannot use it, say of another
 * version, starts as if there were none.
 *
 * @param file that holds it, once it is made
 */
public record AotCache(Path file) {
  /** Of one version there are builds by several vendors, which do not read each other's caches. */
  private static final String JVM =
      (System.getProperty("java.vm.vendor") + "-" + Runtime.version()).replaceAll("[^\\w.+]+", "-");

  /**
   * The JVM's profiles of the methods that a start calls (JEP 515) are left alone: by them it
   * queues a start's methods for its second compiler, and where processors are few, what requests
   * call is interpreted meanwhile. Five services on two cores answered 190 requests a second with
   * them in their first minute, 310 without; a start is as short.
   */
  private static final List<String> WITHOUT_PROFILES =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

  /** The JVM's own name for what it makes on the way to a cache. */
  private static final String CONFIGURATION = ".config";

  /** In a folder of one version of the program, for the JVM of this process. */
  public static AotCache in(Path folder) {
    return new AotCache(folder.resolve("java-" + JVM + ".aot"));
  }

  /**
   * For programs on this process's own class path; caches of other builds go.
   *
   * @return empty where a folder is on it, which the JDK does not read into a cache
   */
  public static Optional<AotCache> ofClassPath(Path folder) throws IOException {
    var content = new StringBuilder(JVM);
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      var jar = Path.of(entry);
      if (!Files.isRegularFile(jar)) {
        return Optional.empty();
      }
      content.append(jar).append(Files.getLastModifiedTime(jar)).append(Files.size(jar));
    }
    var name = UUID.nameUUIDFromBytes(content.toString().getBytes(StandardCharsets.UTF_8));
    var cache = new AotCache(Files.createDirectories(folder).resolve(name + ".aot"));
    try (var others = Files.newDirectoryStream(folder, "*.aot")) {
      for (var other : others) {
        // A JVM that runs from it keeps what it has mapped.
        if (!other.equals(cache.file)) {
          Files.deleteIfExists(other);
        }
      }
    }
    return Optional.of(cache);
  }

  /** Whether it is there. */
  public boolean isMade() {
    return Files.isRegularFile(file);
  }

  /** Flags of a JVM that starts from it; none where it is not there. */
  public List<String> flags() {
    return isMade()
        ? Stream.concat(Stream.of("-XX:AOTCache=" + file), WITHOUT_PROFILES.stream()).toList()
        : List.of();
  }

  /** The same for people, without the folder. */
  List<String> shortFlags() {
    return isMade() ? List.of("-XX:AOTCache=" + file.getFileName()) : List.of();
  }

  /** Work that starts a JVM and waits for its end. */
  public interface Training {
    /**
     * Does it.
     *
     * @param flags the JVM must have, after its own: of two that are alike the last one counts
     * @return whether the JVM ended well: one that was killed may have left a part of the cache
     */
    boolean run(List<String> flags) throws IOException, InterruptedException;
  }

  /**
   * Makes it, by a JVM that writes it when it ends. Whoever starts from it sees a whole one or
   * none.
   *
   * @param training may fail to write it: there is none then
   */
  public void make(Training training) throws IOException, InterruptedException {
    deleteLeft();
    var part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      var well = training.run(List.of("-XX:AOTCacheOutput=" + part));
      if (well && Files.isRegularFile(part)) {
        // A JVM crashes by a cache with a hole: it is on the disk before it has its name.
        try (var whole = FileChannel.open(part, StandardOpenOption.WRITE)) {
          whole.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } finally {
      Files.deleteIfExists(part);
      Files.deleteIfExists(part.resolveSibling(part.getFileName() + CONFIGURATION));
    }
  }

  /** Parts by commands that were killed. */
  private void deleteLeft() throws IOException {
    try (var parts =
        Files.newDirectoryStream(
            Objects.requireNonNull(file.getParent()), file.getFileName() + ".*")) {
      for (var part : parts) {
        var pid =
            part.toString().substring(file.toString().length() + 1).replace(CONFIGURATION, "");
        if (pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Files.deleteIfExists(part);
        }
      }
    }
  }
}
