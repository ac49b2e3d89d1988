package org.reprise.content.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads all contents, slowly, and compares them with their digests. A file that is missing or is
 * not what its digest says is taken out of its place, and its row is marked, so that no instance
 * serves it; the next add of the same bytes heals it.
 *
 * <p>Contents are verified in 64 parts by their digests. Instances share them: each verifies the
 * part that waits longest and is not verified by another.
 */
@Component
public class Scrubber implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);
  private static final int PARTS = 64;
  private static final int FIRST_BYTES_OF_PART = 256 / PARTS;
  private static final int CHUNK = 256 * 1024;
  // To open a short content takes the device as long as to read so many bytes.
  private static final int MIN_COST = 64 * 1024;
  // Of one content.
  private static final Duration MAX_STEP = Duration.ofDays(1);
  private static final Duration POLL_INTERVAL = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final LeaseTable TABLE =
      new LeaseTable("scrub", "part", "owner", "owner is not null", "heartbeat = now()");

  private final StorageAreas areas;
  private final JdbcClient database;
  private final FileTransaction transaction;
  private final StoreSettings settings;
  private final RecentContents<?> recent;
  private final Leases<Integer, Part> leases;
  private final ByteBuffer chunk =
      ByteBuffer.allocateDirect(CHUNK + StoredContent.ALIGNMENT)
          .alignedSlice(StoredContent.ALIGNMENT);
  private volatile boolean isClosing;
  private @Nullable Part part;
  private final Loop loop;

  Scrubber(
      StorageAreas areas,
      JdbcClient database,
      FileTransaction transaction,
      StoreSettings settings,
      RecentContents<?> recent,
      LeaseRenewal renewal,
      Loops loops) {
    this.areas = areas;
    this.database = database;
    this.transaction = transaction;
    this.settings = settings;
    this.recent = recent;
    // Whoever loses its lease learns so at the end of the part, which is verified twice then.
    this.leases = renewal.of(TABLE, LEASE, _ -> {});
    this.loop = loops.start(new Loop("content-scrub", MAX_STEP, this::verifyNext));
  }

  /**
   * The findings of the last verification of each part, by any instance.
   *
   * @param begunAt when the first of them began; null before that
   * @param endedAt when the last of them ended; null while parts are due
   * @param dueParts of 64
   * @param damaged contents that were missing or not what their digests say
   * @param unreadable contents that an error of input kept from being read; the log has the first
   */
  public record Report(
      @Nullable Instant begunAt,
      @Nullable Instant endedAt,
      int dueParts,
      long contents,
      long bytes,
      long damaged,
      long unreadable) {}

  public Report report() {
    return database
        .sql(
            """
            select min(begun_at) as begun_at,
              case when bool_and(ended_at is not null) then max(ended_at) end as ended_at,
              count(*) filter (where ended_at is null) as due_parts, sum(contents) as contents,
              sum(bytes) as bytes, sum(damaged) as damaged, sum(unreadable) as unreadable
            from scrub
            """)
        .query(Report.class)
        .single();
  }

  /** Begins a verification of all contents now, unless one runs. */
  public void beginNow() {
    database
        .sql(
            """
            update scrub set ended_at = null
            where not exists (select from scrub where ended_at is null)
            """)
        .update();
    loop.wake();
  }

  /** A part that is being verified, and what was found. */
  private static final class Part {
    private final int number;
    private byte[] position;
    private long contents;
    private long bytes;
    private long damaged;
    private long unreadable;

    Part(int number) {
      this.number = number;
      this.position = new byte[] {(byte) (number * FIRST_BYTES_OF_PART)};
    }

    boolean holds(Blob blob) {
      return Byte.toUnsignedInt(blob.digest().bytes()[0]) / FIRST_BYTES_OF_PART == number;
    }
  }

  private Duration verifyNext() throws InterruptedException {
    if (part == null) {
      part = claim().orElse(null);
    }
    Part current = part;
    if (current == null) {
      return POLL_INTERVAL;
    }
    Optional<Blob> next = next(current);
    if (next.isPresent()) {
      // First, so that a content on which this fails does not keep the others.
      current.position = next.get().digest().bytes();
      verify(next.get(), current);
    } else {
      end(current);
      part = null;
    }
    return Duration.ZERO;
  }

  private Optional<Part> claim() {
    Optional<Part> claimed =
        database
            .sql(
                """
                update scrub set owner = :owner, heartbeat = now(), begun_at = now()
                where part = (
                  select part from scrub
                  where (ended_at is null or ended_at < now() - make_interval(secs => :interval))
                    and (owner is null or heartbeat < now() - make_interval(secs => :lease))
                  order by ended_at nulls first, random() limit 1 for update skip locked)
                returning part
                """)
            .param("owner", leases.owner())
            .param("interval", settings.scrubInterval().toSeconds())
            .param("lease", LEASE.toSeconds())
            .query((row, _) -> new Part(row.getInt("part")))
            .optional();
    claimed.ifPresent(it -> leases.hold(it.number, it));
    return claimed;
  }

  private void end(Part ended) {
    database
        .sql(
            """
            update scrub set owner = null, ended_at = now(), contents = ?, bytes = ?, damaged = ?,
              unreadable = ?
            where part = ? and owner = ?
            """)
        .params(
            ended.contents,
            ended.bytes,
            ended.damaged,
            ended.unreadable,
            ended.number,
            leases.owner())
        .update();
    leases.end(ended.number);
  }

  private Optional<Blob> next(Part current) {
    return database
        .sql(
            """
            select digest, area, size, generation from blob
            where quarantined_at is null and digest > ? order by digest limit 1
            """)
        .param(current.position)
        .query(Blob.class)
        .optional()
        .filter(current::holds);
  }

  private void verify(Blob blob, Part current) throws InterruptedException {
    current.contents++;
    current.bytes += blob.size();
    try {
      if (!isIntact(blob) && quarantine(blob)) {
        current.damaged++;
      }
    } catch (IOException | RuntimeException e) {
      if (current.unreadable++ == 0) {
        LOG.error("Cannot verify {} in the storage area '{}'", blob.digest(), blob.area(), e);
      }
      pause(0, 0);
    }
  }

  private boolean isIntact(Blob blob) throws IOException, InterruptedException {
    MessageDigest digest = Digest.algorithm();
    long size = 0;
    try (StoredContent content = areas.of(blob.area()).openDirect(blob.digest())) {
      long read;
      do {
        long begin = System.nanoTime();
        read = content.read(size, chunk.clear());
        digest.update(chunk.flip());
        size += read;
        pause(read, System.nanoTime() - begin);
      } while (read == chunk.capacity());
    } catch (NoSuchFileException e) {
      return false;
    }
    return size == blob.size() && Digest.of(digest.digest()).equals(blob.digest());
  }

  private void pause(long bytes, long nanos) throws InterruptedException {
    if (isClosing) {
      throw new InterruptedException("The service ends");
    }
    double seconds = (double) Math.max(MIN_COST, bytes) / settings.scrubRate().toBytes();
    TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9) - nanos);
  }

  // Not if it was removed, or stored again, since its row was read.
  private boolean quarantine(Blob blob) throws IOException {
    return transaction.execute(_ -> {
      boolean isSame =
          database
                  .sql(
                      """
                      update blob set quarantined_at = now(), generation = default
                      where digest = ? and generation = ?
                      """)
                  .params(blob.digest().bytes(), blob.generation())
                  .update()
              > 0;
      if (isSame) {
        areas.of(blob.area()).quarantine(blob.digest());
        recent.evictAllAtEnd();
        LOG.error(
            "The content {} in the storage area '{}' is missing or damaged, and is not served;"
                + " adding the same bytes again heals it",
            blob.digest(),
            blob.area());
      }
      return isSame;
    });
  }

  @Override
  public void close() {
    isClosing = true;
    loop.close();
  }
}
