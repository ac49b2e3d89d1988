package org.reprise.localstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Whole directories: made, handed to a user, deleted. */
public final class FileTree {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private FileTree() {}

  /**
   * Deletes a file, or a directory with all that is in it; what is gone already is no error. When
   * something is put there or taken away meanwhile (by a server that is just ending) it tries
   * again.
   */
  public static void delete(Path root) {
    Waiting.require("deleting " + root, PATIENCE, () -> deleteOnce(root));
  }

  // What vanishes while it is listed makes the walk fail, and the next try sees less.
  private static boolean deleteOnce(Path root) throws IOException {
    if (Files.notExists(root, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
    return true;
  }

  /** Makes a directory, and those above it, which only its owner may enter. */
  public static Path makePrivate(Path directory) {
    return make(directory, "rwx------");
  }

  /** Makes a directory, and those above it, which everybody may enter and read. */
  public static Path makeReadable(Path directory) {
    return make(directory, "rwxr-xr-x");
  }

  /** Makes an empty file which only its owner may read, unless it is there. */
  static void makeOwnFile(Path file) throws IOException {
    try {
      if (Files.getFileStore(file.toAbsolutePath().getParent())
          .supportsFileAttributeView("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException there) {
      return;
    }
  }

  private static Path make(Path directory, String permissions) {
    try {
      Path above = directory.toAbsolutePath().getParent();
      if (above != null) {
        Files.createDirectories(above);
      }
      if (!Files.isDirectory(directory)) {
        Files.createDirectory(directory);
        // Not as an attribute of the creation, which the umask would cut.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
      }
      return directory;
    } catch (IOException e) {
      throw new LocalStackException("cannot make the directory " + directory + ": " + e, e);
    }
  }

  /** Makes a user the owner of everything below; needs root. */
  public static void giveTo(int uid, int gid, Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : (Iterable<Path>) tree::iterator) {
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new LocalStackException("cannot hand " + root + " to user " + uid + ": " + e, e);
    }
  }
}
