package org.reprise.localstack;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whole directories: made, handed to a user, deleted. */
public final class FileTree {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private FileTree() {}

  /**
   * Deletes a file, or a directory with all that is in it; what is gone already is no error. When
   * something is put there meanwhile (the JVM ends while a server is being made) it tries again.
   */
  public static void delete(Path root) {
    Waiting.require("deleting " + root, PATIENCE, () -> deleteOnce(root));
  }

  private static boolean deleteOnce(Path root) {
    try {
      Files.walkFileTree(root, new Deleting());
      return true;
    } catch (NoSuchFileException gone) {
      return true;
    } catch (DirectoryNotEmptyException filledAgain) {
      return false;
    } catch (IOException e) {
      throw new LocalStackException("cannot delete " + root + ": " + e, e);
    }
  }

  /** Makes a directory, and those above it, which only its owner may enter. */
  static Path makePrivate(Path directory) {
    return make(directory, "rwx------");
  }

  /** Makes a directory, and those above it, which everybody may enter and read. */
  static Path makeReadable(Path directory) {
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
  static void giveTo(int uid, int gid, Path root) {
    try {
      Files.walkFileTree(root, new Giving(uid, gid));
    } catch (IOException e) {
      throw new LocalStackException("cannot hand " + root + " to user " + uid + ": " + e, e);
    }
  }

  // The server whose directory goes may still be taking its own files away.
  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      if (e != null && !(e instanceof NoSuchFileException)) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }

  private static final class Giving extends SimpleFileVisitor<Path> {
    private final int uid;
    private final int gid;

    Giving(int uid, int gid) {
      this.uid = uid;
      this.gid = gid;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      give(directory);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      give(file);
      return FileVisitResult.CONTINUE;
    }

    private void give(Path path) throws IOException {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
