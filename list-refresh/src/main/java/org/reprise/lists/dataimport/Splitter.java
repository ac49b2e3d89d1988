package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.dataimport.JobLog.Failure;
import org.reprise.lists.marc.Frame;
import org.reprise.lists.marc.MarcFrames;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;

/**
 * Cuts a file into chunks. The list of them is committed whole before the first is published: from
 * then on every record is accounted for, whenever a process ends.
 */
final class Splitter {
  private static final int BATCH = 500;

  /** Broken records of one file that are logged one by one: another kind of file has millions. */
  private static final int MAX_LOGGED = 10_000;

  private final DatabaseClient database;
  private final Pieces pieces;
  private final JobLog log;
  private final ImportSettings settings;

  Splitter(DatabaseClient database, Pieces pieces, JobLog log, ImportSettings settings) {
    this.database = database;
    this.pieces = pieces;
    this.log = log;
    this.settings = settings;
  }

  /** Cuts a job's file, unless that is done. */
  void split(Publication job) {
    database.inTransaction(() -> {
      if (isToBeCut(job)) {
        new Cut(job.tenant(), job.job()).all(job.file());
      }
    });
  }

  private boolean isToBeCut(Publication job) {
    return database
        .sql("select total is null from job_execution where tenant = ? and id = ? for update")
        .params(job.tenant().number(), job.job())
        .query(Boolean.class)
        .single();
  }

  private final class Cut {
    private final Tenant tenant;
    private final UUID job;
    private final List<Chunk> chunks = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private int number;
    private int firstRecord;
    private int records;
    private long start;
    private long end;
    private int total;
    private int broken;

    Cut(Tenant tenant, UUID job) {
      this.tenant = tenant;
      this.job = job;
    }

    void all(Pieces.File file) {
      try (InputStream content = pieces.open(file, 0)) {
        MarcFrames frames = new MarcFrames(content);
        for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
          add(frame);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      close();
      if (total == 0) {
        failures.add(new Failure(1, 0, "The file has no record"));
      }
      write();
      note();
    }

    private void add(Frame frame) {
      total++;
      switch (frame) {
        case Frame.Whole whole -> add(whole);
        case Frame.Broken one -> {
          close();
          broken++;
          if (broken <= MAX_LOGGED) {
            String more = broken == MAX_LOGGED ? "; others after it are not logged" : "";
            failures.add(
                new Failure(one.number(), one.offset(), "No record: " + one.reason() + more));
          }
        }
      }
      if (chunks.size() + failures.size() >= BATCH) {
        write();
      }
    }

    private void add(Frame.Whole record) {
      long endOfRecord = record.offset() + record.content().length;
      // What stands between records is read with them: a long gap begins another chunk.
      if (records == settings.chunk() || endOfRecord - start > settings.chunkSize().toBytes()) {
        close();
      }
      if (records == 0) {
        firstRecord = record.number();
        start = record.offset();
      }
      records++;
      end = endOfRecord;
    }

    private void close() {
      if (records > 0) {
        chunks.add(new Chunk(++number, firstRecord, records, start, (int) (end - start)));
        records = 0;
      }
    }

    private void write() {
      log.add(tenant, job, failures);
      failures.clear();
      database
          .sql(
              """
              insert into import_chunk
                (tenant, job_id, number, first_record, records, file_offset, length)
              select ?, ?, number, first_record, records, file_offset, length
              from unnest(?::int[], ?::int[], ?::int[], ?::bigint[], ?::int[])
                as c (number, first_record, records, file_offset, length)\
              """)
          .param(tenant.number())
          .param(job)
          .param(chunks.stream().mapToInt(Chunk::number).toArray())
          .param(chunks.stream().mapToInt(Chunk::firstRecord).toArray())
          .param(chunks.stream().mapToInt(Chunk::records).toArray())
          .param(chunks.stream().mapToLong(Chunk::offset).toArray())
          .param(chunks.stream().mapToInt(Chunk::length).toArray())
          .update();
      chunks.clear();
    }

    // The lease is renewed, too: while the row was locked its renewals were skipped, and another
    // process could take the job at the end of a long cut.
    private void note() {
      database
          .sql(
              """
              update job_execution set total = ?, broken = ?, heartbeat = clock_timestamp()
              where tenant = ? and id = ?\
              """)
          .params(total, broken, tenant.number(), job)
          .update();
    }
  }
}
