package org.reprise.localstack.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProgramCache;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once per user from the archive on the class path.
 *
 * <p>The directory's name carries the archive's hash, so another version or platform gets a
 * directory of its own.
 *
 * @param directory where {@code bin}, {@code lib} and {@code share} are
 */
record PostgresPrograms(Path directory) {

  Path initdb() {
    return directory.resolve("bin/initdb");
  }

  Path postgres() {
    return directory.resolve("bin/postgres");
  }

  /** Finds the programs in the cache, or unpacks them there. */
  static PostgresPrograms in(Path cache, PostgresPlatform platform, Consumer<String> progress) {
    Path complete = cache.resolve("postgresql-" + hash(platform));
    PostgresPrograms programs = new PostgresPrograms(complete);
    ProgramCache.fill(
        complete,
        programs::arePresent,
        unfinished -> programs.unpack(platform, unfinished, progress));
    return programs;
  }

  private boolean arePresent() {
    return Files.isExecutable(initdb()) && Files.isExecutable(postgres());
  }

  private void unpack(PostgresPlatform platform, Path target, Consumer<String> progress)
      throws IOException {
    progress.accept(
        "Unpacking PostgreSQL for " + platform.title() + " into " + directory + " (once)");
    try (TarArchiveInputStream entries =
        new TarArchiveInputStream(new XZInputStream(platform.open()))) {
      for (var entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        place(entry, entries, target);
      }
    }
    progress.accept("Unpacked PostgreSQL");
  }

  private static void place(TarArchiveEntry entry, InputStream content, Path root)
      throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("the archive has an entry outside of itself: " + entry.getName());
    }
    makeReadable(entry.isDirectory() ? target : target.resolve("..").normalize(), root);
    if (entry.isDirectory()) {
      return;
    }
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      String permissions = (entry.getMode() & 0100) != 0 ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
    }
  }

  // The archive names a file before the directory that it is in.
  private static void makeReadable(Path directory, Path root) {
    if (!directory.equals(root)) {
      makeReadable(Objects.requireNonNull(directory.getParent()), root);
      FileTree.makeReadable(directory);
    }
  }

  private static String hash(PostgresPlatform platform) {
    try (InputStream archive = platform.open()) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      archive.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), sha));
      return HexFormat.of().formatHex(sha.digest(), 0, 8);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new LocalStackException("cannot read " + platform.archive() + ": " + e, e);
    }
  }
}
