package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;
import org.reprise.localstack.process.LocalStackException;

/**
 * A copy of a running server's data directory, made by PostgreSQL's low-level backup interface
 * (PostgreSQL documentation, "Making a Base Backup Using the Low Level API"), since the carried
 * programs have no {@code pg_basebackup}. Server and copy are on one machine, so files are copied
 * as files; what changes meanwhile is put right by the WAL, which the standby reads through its
 * slot.
 */
final class BaseBackup {
  /** Made anew by the server: only the directory itself is copied. */
  private static final Set<String> EMPTIED =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "pg_internal.init", "reprise.conf");

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final int READS = 100;

  private BaseBackup() {}

  /** Copies the data directory, as of the end of this call, into one that does not exist yet. */
  static void take(Connection primary, Path source, Path target) {
    try {
      // Start and stop belong to one session.
      try (PreparedStatement start =
          primary.prepareStatement("SELECT pg_backup_start('reprise standby', fast => true)")) {
        start.execute();
      }
      Files.walkFileTree(source, new CopyVisitor(source, target));
      copyControlFile(source, target);
      stop(primary, target);
    } catch (SQLException | IOException e) {
      throw new LocalStackException("cannot copy the primary's data: " + e.getMessage(), e);
    }
  }

  private static void stop(Connection primary, Path target) throws SQLException, IOException {
    try (Statement statement = primary.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)")) {
      row.next();
      if (!row.getString("spcmapfile").isBlank()) {
        throw new LocalStackException("a standby of a server with tablespaces is not supported");
      }
      Files.writeString(target.resolve("backup_label"), row.getString("labelfile"));
    }
  }

  // The one file that no WAL puts right; the server overwrites it in place.
  private static void copyControlFile(Path source, Path target) throws IOException {
    Path control = source.resolve("global/pg_control");
    byte[] once = Files.readAllBytes(control);
    for (int read = 0; read < READS; read++) {
      byte[] again = Files.readAllBytes(control);
      if (Arrays.equals(once, again)) {
        Files.write(target.resolve("global/pg_control"), again);
        return;
      }
      once = again;
    }
    throw new IOException(control + " changes all the time");
  }

  private static final class CopyVisitor extends SimpleFileVisitor<Path> {
    private final Path source;
    private final Path target;

    CopyVisitor(Path source, Path target) {
      this.source = source;
      this.target = target;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      String name = directory.getFileName().toString();
      if (name.startsWith("pgsql_tmp")) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      Files.createDirectory(inTarget(directory), PRIVATE);
      boolean emptied = source.equals(directory.getParent()) && EMPTIED.contains(name);
      return emptied ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!LEFT_OUT.contains(file.getFileName().toString())) {
        try {
          Files.copy(file, inTarget(file), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException e) {
          requireGone(file, e);
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      requireGone(file, e);
      return FileVisitResult.CONTINUE;
    }

    // A file of a table that was dropped meanwhile; not one whose copy found no directory.
    private static void requireGone(Path file, IOException e) throws IOException {
      if (!(e instanceof NoSuchFileException) || Files.exists(file)) {
        throw e;
      }
    }

    private Path inTarget(Path path) {
      return target.resolve(source.relativize(path));
    }
  }
}
