package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import org.springframework.security.crypto.keygen.KeyGenerators;

/** Generated passwords, and files that only their owner reads. */
public final class Secrets {
  private Secrets() {}

  public static String generate() {
    return HexFormat.of().formatHex(KeyGenerators.secureRandom(20).generateKey());
  }

  /** Writes a file in whole or not at all, which nobody else can read, not even meanwhile. */
  public static void write(Path file, String text) throws IOException {
    // The JDK's temporary files are their owner's alone.
    var part = Files.createTempFile(file.toAbsolutePath().getParent(), ".secret-", "");
    try {
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  public static String readOrCreate(Path file) {
    try {
      if (!Files.exists(file) || read(file).isEmpty()) {
        write(file, generate() + "\n");
      }
      return read(file);
    } catch (IOException e) {
      throw new EnvironmentException("cannot keep a secret in " + file + ": " + e, e);
    }
  }

  public static String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }
}
