package org.reprise.content.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.OptionalLong;
import org.reprise.content.store.StoreSettings.Serving;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores contents, each once however many versions have it. The order of writes: bytes into a file
 * that nothing refers to, synced; then, in the transaction that adds the version, the content's row
 * is locked, the file renamed into its place and the folder synced; then the commit. So a committed
 * row has its file, whatever is killed in between, and a file without a row is one that {@link
 * Sweeper} removes.
 */
@Service
public class Contents {
  private static final int CHUNK = 16 * 1024;
  // A body may come without its length, and several at once: none of them may use up the reserve.
  private static final int CHECK_INTERVAL = 16 * 1024 * 1024;
  private static final int MAX_COMPARED = 1024 * 1024;

  private final StorageAreas areas;
  private final JdbcClient database;
  private final RecentContents<?> recent;

  Contents(StorageAreas areas, JdbcClient database, RecentContents<?> recent) {
    this.areas = areas;
    this.database = database;
    this.recent = recent;
  }

  /**
   * Receives a content to its end, in constant memory, and waits until its bytes are on disk.
   *
   * @param expected how many bytes are expected; 0 where that is not known
   * @throws StorageFull if the area has no room for it
   */
  public Received receive(InputStream body, long expected) throws IOException {
    StorageArea area = areas.current();
    area.folder().requireRoom(expected);
    Path file = area.folder().newInbound();
    try {
      MessageDigest digest = Digest.algorithm();
      long size = write(new DigestInputStream(body, digest), file, area.folder());
      return Received.of(area, file, Digest.of(digest.digest()), size);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw area.folder().fullOr(e);
    } catch (RuntimeException | Error e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static long write(InputStream body, Path file, LocalFolder folder) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] chunk = new byte[CHUNK];
      long checked = 0;
      for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
        if (channel.position() - checked >= CHECK_INTERVAL) {
          folder.requireRoom(0);
          checked = channel.position();
        }
        Channels.newOutputStream(channel).write(chunk, 0, read);
      }
      // A failure is final: a second one of the same file would succeed without what Linux could
      // not write, and has dropped.
      channel.force(false);
      return channel.position();
    }
  }

  /** Reads a file whose bytes are on disk already as a received content. */
  public Received received(StorageArea area, Path file) throws IOException {
    MessageDigest digest = Digest.algorithm();
    try (DigestInputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
      long size = bytes.transferTo(OutputStream.nullOutputStream());
      return Received.of(area, file, Digest.of(digest.digest()), size);
    }
  }

  /**
   * Puts a received content in its place, in the transaction that refers to it. Whoever stores or
   * removes the same content meanwhile waits for that transaction.
   *
   * @throws StorageFull if the area has no room for it
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void store(Received received) throws IOException {
    Row row =
        database
            .sql(
                """
                insert into blob (digest, size, area) values (?, ?, ?)
                on conflict (digest) do update set unreferenced_since = null
                returning area, xmax = 0, quarantined_at is not null
                """)
            .params(received.digest().bytes(), received.size(), received.area().name())
            // Spring's mapper looks for isNew first: a column that is missing costs an exception.
            .query((it, _) -> new Row(it.getString(1), it.getBoolean(2), it.getBoolean(3)))
            .single();
    StorageArea home = areas.of(row.area());
    boolean isReplaced = received.isSentAhead() && home.equals(received.area());
    if (!row.isNew() && !row.isQuarantined() && !isReplaced && isInPlace(home, received)) {
      received.close();
      return;
    }
    if (!row.isNew()) {
      database
          .sql(
              """
              update blob set area = ?, quarantined_at = null, generation = default
              where digest = ?
              """)
          .params(received.area().name(), received.digest().bytes())
          .update();
      recent.evictAllAtEnd();
    }
    // Also in the stead of a file that is there: one without a row may not be on disk.
    received.area().publish(received.file(), received.digest());
  }

  private record Row(String area, boolean isNew, boolean isQuarantined) {}

  // A file that is missing or damaged is replaced by the one that was just received. Of a long one
  // only the length is compared, for others wait meanwhile; the scrub reads it.
  private static boolean isInPlace(StorageArea home, Received received) throws IOException {
    long size = home.size(received.digest()).orElse(-1);
    if (size != received.size() || size > MAX_COMPARED) {
      return size == received.size();
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) size);
    try (StoredContent stored = home.open(received.digest())) {
      stored.read(0, bytes);
    }
    return Digest.of(Digest.algorithm().digest(bytes.array())).equals(received.digest());
  }

  /** Locks contents that a transaction stores or releases, in one order: no two deadlock. */
  @Transactional(propagation = Propagation.MANDATORY)
  public void lock(Collection<Digest> digests) {
    database
        .sql("select from blob where digest = any (?) order by digest for update")
        .param(array(digests))
        .query((_, _) -> true)
        .list();
  }

  /**
   * Records that versions do not refer to contents any more, in the transaction that removed the
   * versions. A content is removed after the grace period if nothing refers to it then.
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void release(Collection<Digest> digests) {
    // The lock first: of two versions that go at the same time the second one sees that it is last.
    lock(digests);
    database
        .sql(
            """
            update blob b set unreferenced_since = now()
            where digest = any (?) and not exists (select from version v where v.digest = b.digest)
            """)
        .param(array(digests))
        .update();
  }

  private static byte[][] array(Collection<Digest> digests) {
    return digests.stream().map(Digest::bytes).toArray(byte[][]::new);
  }

  /**
   * Opens a content.
   *
   * @param isDirect whether it is read past the page cache, where its area can do that
   * @throws ContentMissing where it is not there
   */
  public StoredContent open(Blob blob, boolean isDirect) throws IOException {
    StorageArea area = areas.of(blob.area());
    try {
      return isDirect ? area.openDirect(blob.digest()) : area.open(blob.digest());
    } catch (NoSuchFileException e) {
      throw new ContentMissing(blob);
    }
  }

  /** Returns the size of a content in its area; empty where it is not there. */
  public OptionalLong size(Blob blob) throws IOException {
    return areas.of(blob.area()).size(blob.digest());
  }

  /** Returns how responses get the contents of an area. */
  public Serving serving(String area) {
    return areas.of(area).serving();
  }
}
