package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Directories of unpacked programs, each filled once per user.
 *
 * <p>What is unpacked goes to a directory beside the final one, which is renamed when it is
 * complete: who finds the final one finds it whole, also after a kill in between. A lock keeps two
 * first starts from doing the work twice.
 */
public final class ProgramCache {
  private ProgramCache() {}

  @FunctionalInterface
  public interface Filler {
    void into(Path unfinished) throws IOException;
  }

  /**
   * Fills a directory unless it is there.
   *
   * @param complete the final directory
   * @param isPresent whether all that is needed is in it
   * @param filler puts the files into a directory of another name
   */
  public static void fill(Path complete, BooleanSupplier isPresent, Filler filler) {
    if (isPresent.getAsBoolean()) {
      return;
    }
    Path cache =
        FileTree.makeReadable(Objects.requireNonNull(complete.toAbsolutePath().getParent()));
    DirectoryLock.holding(
        cache.resolve(complete.getFileName() + ".lock"),
        () -> isPresent.getAsBoolean() || fill(complete, filler));
  }

  private static boolean fill(Path complete, Filler filler) {
    try {
      removeRemains(complete);
      Path unfinished = complete.resolveSibling(complete.getFileName() + ".unfinished");
      FileTree.makeReadable(unfinished);
      filler.into(unfinished);
      Files.move(unfinished, complete, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (AtomicMoveNotSupportedException e) {
      throw new LocalStackException(
          "cannot unpack into " + complete + ": the cache is on a file system that cannot rename",
          e);
    } catch (IOException e) {
      throw new LocalStackException("cannot unpack into " + complete + ": " + e, e);
    }
  }

  // What a killed run left half done, and a final directory that somebody took files from. Only the
  // holder of the lock gets here.
  private static void removeRemains(Path complete) throws IOException {
    String name = complete.getFileName().toString();
    try (Stream<Path> siblings = Files.list(complete.toAbsolutePath().getParent())) {
      siblings
          .filter(sibling -> sibling.getFileName().toString().startsWith(name))
          .filter(Files::isDirectory)
          .forEach(FileTree::delete);
    }
  }
}
