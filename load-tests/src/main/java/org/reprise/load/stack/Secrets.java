package org.reprise.load.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Generated passwords, and files that only their owner reads. */
public final class Secrets {
  private static final int BYTES = 20;

  private Secrets() {}

  /** A new password of 160 random bits, in letters and digits. */
  public static String generate() {
    var random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Writes a file that nobody else could ever read, not even while it is written. */
  public static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /**
   * The secret of a file, which is made where there is none.
   *
   * @throws EnvironmentException where it can be neither read nor written
   */
  public static String kept(Path file) {
    try {
      if (!Files.exists(file)) {
        write(file, generate() + "\n");
      }
      return read(file);
    } catch (IOException e) {
      throw new EnvironmentException("cannot keep a secret in " + file + ": " + e, e);
    }
  }

  /** The file's one line, without its line end. */
  public static String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }
}
