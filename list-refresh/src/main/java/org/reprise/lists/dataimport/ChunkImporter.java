package org.reprise.lists.dataimport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.lists.dataimport.JobLog.Failure;
import org.reprise.lists.marc.Frame;
import org.reprise.lists.marc.InvalidMarc;
import org.reprise.lists.marc.MarcFrames;
import org.reprise.lists.marc.MarcRecord;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionStatus;

/**
 * Imports a chunk: one transaction saves its records, logs those that cannot be imported and marks
 * the chunk as done, so that a message that is delivered again changes nothing.
 *
 * <p>A record that cannot be read or saved does not affect the others. Where the database refuses
 * the chunk, its records are saved one by one; where it refuses every one, the whole chunk fails.
 */
final class ChunkImporter {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkImporter.class);

  private final DatabaseClient database;
  private final Chunks chunks;
  private final Inventory inventory;
  private final JobLog log;
  private final RecordReader reader;

  /** Reads a record, and may fail in unforeseen ways: it works on bytes of other people. */
  interface RecordReader {
    /** Reads a record; throws InvalidMarc where the bytes are none. */
    MarcRecord read(byte[] content) throws InvalidMarc;
  }

  ChunkImporter(
      DatabaseClient database,
      Chunks chunks,
      Inventory inventory,
      JobLog log,
      RecordReader reader) {
    this.database = database;
    this.chunks = chunks;
    this.inventory = inventory;
    this.log = log;
    this.reader = reader;
  }

  /** A record, as far as it could be read without the database. */
  private sealed interface Parsed {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Read(long offset, byte[] content, MarcRecord record) implements Parsed {}

    record Unreadable(long offset, String reason) implements Parsed {}
  }

  /** Imports a message's records; empty where it was done before. Throws InvalidChunk. */
  Optional<ChunkResult> save(Tenant tenant, ChunkKey key, byte[] records) {
    List<Parsed> parsed = parse(records);
    try {
      return finish(
          tenant,
          key,
          parsed,
          (sorted, _) -> inventory.insert(sorted.tenant, sorted.job, sorted.imported));
    } catch (DataAccessException e) {
      if (DatabaseFault.among(e) != null) {
        throw e;
      }
      LOG.warn("{} is saved record by record: {}", key, Faults.reason(e));
      return finish(tenant, key, parsed, this::saveEach);
    }
  }

  private Optional<ChunkResult> finish(
      Tenant tenant,
      ChunkKey key,
      List<Parsed> parsed,
      BiConsumer<Sorted, TransactionStatus> save) {
    return Objects.requireNonNull(
        database
            .transactions()
            .execute(transaction ->
                Optional.of(
                        chunks
                            .lock(tenant, key)
                            .orElseThrow(
                                () -> new InvalidChunk("no job of the tenant has such a chunk")))
                    .filter(ChunkState::isPending)
                    .map(state -> {
                      Sorted sorted = sort(tenant, key, state, parsed);
                      save.accept(sorted, transaction);
                      return finish(tenant, key, sorted);
                    })));
  }

  private List<Parsed> parse(byte[] records) {
    List<Parsed> parsed = new ArrayList<>();
    try {
      MarcFrames frames = new MarcFrames(new ByteArrayInputStream(records));
      for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
        switch (frame) {
          case Frame.Whole whole -> parsed.add(parse(whole));
          case Frame.Broken broken ->
              throw new InvalidChunk(
                  "the message's record %d is none: %s"
                      .formatted(broken.number(), broken.reason()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parsed;
  }

  private Parsed parse(Frame.Whole frame) {
    try {
      return new Parsed.Read(frame.offset(), frame.content(), reader.read(frame.content()));
    } catch (InvalidMarc e) {
      return new Parsed.Unreadable(frame.offset() + e.offset(), e.reason());
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // A bug in the reader must not stop the other records of the chunk.
      LOG.error("A record at {} of a chunk cannot be read", frame.offset(), e);
      return new Parsed.Unreadable(frame.offset(), "the reader failed: " + Faults.reason(e));
    }
  }

  private Sorted sort(Tenant tenant, ChunkKey key, ChunkState state, List<Parsed> parsed) {
    Chunk chunk = state.chunk();
    if (parsed.size() != chunk.records()) {
      throw new InvalidChunk(
          "the message has %d records, its chunk has %d".formatted(parsed.size(), chunk.records()));
    }
    Sorted sorted = new Sorted(tenant, chunk, new NewRecord.Job(key.job(), state.hrid()));
    parsed.forEach(sorted::add);
    return sorted;
  }

  private ChunkResult finish(Tenant tenant, ChunkKey key, Sorted sorted) {
    log.add(tenant, key.job(), sorted.failures);
    ChunkResult result = new ChunkResult(sorted.imported.size(), sorted.failures.size());
    chunks.finish(tenant, key, Chunks.DONE, result);
    return result;
  }

  private void saveEach(Sorted sorted, TransactionStatus transaction) {
    List<NewRecord> saved = new ArrayList<>();
    DataAccessException refused = null;
    for (NewRecord record : sorted.imported) {
      Object before = transaction.createSavepoint();
      try {
        inventory.insert(sorted.tenant, sorted.job, List.of(record));
        saved.add(record);
      } catch (DataAccessException e) {
        if (DatabaseFault.among(e) != null) {
          throw e;
        }
        refused = e;
        transaction.rollbackToSavepoint(before);
        sorted.fail(record.number(), record.offset(), Faults.forCallers(e));
      }
      transaction.releaseSavepoint(before);
    }
    if (refused != null && saved.isEmpty()) {
      throw refused;
    }
    sorted.imported.retainAll(saved);
  }

  private final class Sorted {
    private final Tenant tenant;
    private final Chunk chunk;
    private final NewRecord.Job job;
    private final Map<String, UUID> locations;
    private final List<NewRecord> imported = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private int number;

    Sorted(Tenant tenant, Chunk chunk, NewRecord.Job job) {
      this.tenant = tenant;
      this.chunk = chunk;
      this.job = job;
      this.locations = inventory.locations(tenant);
      this.number = chunk.firstRecord();
    }

    private void add(Parsed parsed) {
      switch (parsed) {
        case Parsed.Read read -> add(read);
        case Parsed.Unreadable one -> fail(number, one.offset(), one.reason());
      }
      number++;
    }

    private void add(Parsed.Read read) {
      String code =
          Objects.requireNonNullElse(read.record().location(), Inventory.DEFAULT_LOCATION);
      UUID location = locations.get(code.toLowerCase(Locale.ROOT));
      if (location == null) {
        fail(number, read.offset(), "there is no location '%s' (852$b)".formatted(code));
      } else {
        imported.add(new NewRecord(number, read.offset(), read.record(), location, read.content()));
      }
    }

    private void fail(int record, long offset, String reason) {
      failures.add(new Failure(record, chunk.offset() + offset, "Not imported: " + reason));
    }
  }
}
