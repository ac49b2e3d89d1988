package org.reprise.localstack;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
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

  /** Finds the programs in the cache, or unpacks them there and tells how far it is. */
  static PostgresPrograms in(Path cache, PostgresPlatform platform, Consumer<String> progress) {
    Digest archive = digest(platform);
    Path complete = cache.resolve("postgresql-" + archive.shortHash());
    PostgresPrograms programs = new PostgresPrograms(complete);
    ProgramCache.fill(
        complete,
        programs::arePresent,
        unfinished -> programs.unpack(platform, archive.bytes(), unfinished, progress));
    return programs;
  }

  private boolean arePresent() {
    return Files.isExecutable(initdb()) && Files.isExecutable(postgres());
  }

  private void unpack(PostgresPlatform platform, long size, Path target, Consumer<String> progress)
      throws IOException {
    progress.accept(
        "Unpacking PostgreSQL for " + platform.title() + " into " + directory + " (once)");
    try (InputStream archive = new Counting(platform.open(), size, progress);
        TarArchiveInputStream entries = new TarArchiveInputStream(new XZInputStream(archive))) {
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

  private static Digest digest(PostgresPlatform platform) {
    try (InputStream archive = platform.open()) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      long bytes = 0;
      for (int read = archive.read(buffer); read >= 0; read = archive.read(buffer)) {
        sha.update(buffer, 0, read);
        bytes += read;
      }
      return new Digest(HexFormat.of().formatHex(sha.digest()), bytes);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new LocalStackException("cannot read " + platform.archive() + ": " + e, e);
    }
  }

  private record Digest(String hash, long bytes) {
    String shortHash() {
      return hash.substring(0, 16);
    }
  }

  /** Tells how much of the archive has been read, ten times. */
  private static final class Counting extends FilterInputStream {
    private static final int STEPS = 10;

    private final long size;
    private final Consumer<String> progress;
    private long count;
    private long told;

    Counting(InputStream stream, long size, Consumer<String> progress) {
      super(stream);
      this.size = size;
      this.progress = progress;
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      add(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      add(Math.max(0, read));
      return read;
    }

    private void add(long bytes) {
      count += bytes;
      long step = count * STEPS / Math.max(1, size);
      if (step > told) {
        told = step;
        progress.accept("Unpacking PostgreSQL: " + step * 100 / STEPS + " %");
      }
    }
  }
}
