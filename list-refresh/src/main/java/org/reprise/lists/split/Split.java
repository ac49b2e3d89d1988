package org.reprise.lists.split;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.kit.work.Loops;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The read/write split. A feature that is split reads from the reader in read-only transactions;
 * everything else is on the writer. A process reads what it wrote: it waits shortly for a reader
 * that has not replayed it yet, then takes the writer.
 */
public final class Split implements AutoCloseable {
  private final HikariDataSource writer;
  private final Set<Feature> features;
  private final @Nullable Reader reader;
  private final Duration patience;
  private final LazyConnectionDataSourceProxy routing;
  private final AtomicReference<LogSequenceNumber> written =
      new AtomicReference<>(LogSequenceNumber.valueOf(0));
  private final AtomicInteger unknownWrites = new AtomicInteger();

  Split(HikariDataSource writer, SplitSettings settings, Loops loops) {
    this.writer = writer;
    this.features = settings.features();
    this.patience = settings.reader().patience();
    this.reader =
        settings.reader().isPresent() ? new Reader(settings.reader(), writer, loops) : null;
    this.routing = new LazyConnectionDataSourceProxy(writer);
    routing.setReadOnlyDataSource(new ReaderIfUsable());
  }

  /** Spring's routing asks for it when a read-only transaction sends its first statement. */
  private final class ReaderIfUsable extends DelegatingDataSource {
    ReaderIfUsable() {
      super(writer);
    }

    @Override
    public Connection getConnection() throws SQLException {
      ReadSource source =
          isWrittenKnown() ? showing(written.get(), patience) : ReadSource.ofWriter(writer);
      return source.connect();
    }
  }

  /** Whether a feature reads from the reader, as long as that can be read from. */
  public boolean isSplit(Feature feature) {
    return reader != null && features.contains(feature);
  }

  /** How many connections there are at most where a feature's bulk reads are. */
  public int connections(Feature feature) {
    Reader at = reader;
    return at != null && isSplit(feature) ? at.connections() : writer.getMaximumPoolSize();
  }

  public DataSource writer() {
    return writer;
  }

  /**
   * The database that is written to, for ordinary statements and transactions. What these wrote is
   * seen by reads of this process after them.
   */
  public DatabaseClient client() {
    JdbcTransactionManager manager = new JdbcTransactionManager(writer);
    manager.addListener(
        new TransactionExecutionListener() {
          // By the connection that committed: callers that hold a connection and wait for a second
          // one could block the whole pool.
          @Override
          public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
            if (!transaction.isReadOnly() && ordinaryReadsAreSplit()) {
              recordPosition(
                  failure == null
                          && TransactionSynchronizationManager.getResource(writer)
                              instanceof ConnectionHolder held
                      ? held.getConnection()
                      : null);
            }
          }
        });
    return new DatabaseClient(JdbcClient.create(writer), new TransactionTemplate(manager), null);
  }

  /** Where a feature's read-only transactions go: the reader, if it is split. */
  public DatabaseClient reading(Feature feature) {
    DataSource source = isSplit(feature) ? routing : writer;
    JdbcTransactionManager manager = new JdbcTransactionManager(source);
    TransactionTemplate reads = new TransactionTemplate(manager);
    reads.setReadOnly(true);
    return new DatabaseClient(
        JdbcClient.create(source),
        reads,
        isSplit(feature) ? new TransactionTemplate(manager) : null);
  }

  // A commit whose answer was lost may have been done.
  private void recordPosition(@Nullable Connection committed) {
    try {
      if (committed == null) {
        unknownWrites.incrementAndGet();
      } else {
        // No transaction is begun for the question.
        committed.setAutoCommit(true);
        written.accumulateAndGet(WriteAheadLog.written(committed), Split::later);
      }
    } catch (SQLException e) {
      // Something was written that a reader may not have, at an unknown position.
      unknownWrites.incrementAndGet();
    }
  }

  // Bulk reads ask for the position themselves.
  private boolean ordinaryReadsAreSplit() {
    return isSplit(Feature.LISTS) || isSplit(Feature.CIRCULATION);
  }

  /**
   * Records that this process has written, outside of transactions of {@link #client}. The next
   * ordinary read asks for the position.
   */
  public void recordWrites() {
    if (ordinaryReadsAreSplit()) {
      unknownWrites.incrementAndGet();
    }
  }

  private boolean isWrittenKnown() {
    int unknown = unknownWrites.get();
    if (unknown == 0) {
      return true;
    }
    try {
      written.accumulateAndGet(position(), Split::later);
      return unknownWrites.compareAndSet(unknown, 0);
    } catch (SQLException e) {
      return false;
    }
  }

  private static LogSequenceNumber later(LogSequenceNumber one, LogSequenceNumber other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  // All that was committed until now is before it.
  private LogSequenceNumber position() throws SQLException {
    try (Connection connection = writer.getConnection()) {
      return WriteAheadLog.written(connection);
    }
  }

  /**
   * Chooses a database for a bulk read of all that was committed until now.
   *
   * @param limit how long to wait until the reader has it, before the writer is taken
   * @throws SQLException when the writer does not say where it is
   */
  public ReadSource choose(Feature feature, Duration limit) throws SQLException {
    return isSplit(feature) ? showing(position(), limit) : ReadSource.ofWriter(writer);
  }

  private ReadSource showing(LogSequenceNumber mustShow, Duration limit) {
    Reader at = reader;
    return at == null
        ? ReadSource.ofWriter(writer)
        : at.showing(mustShow, limit)
            .map(pool -> new ReadSource(writer, () -> at.connect(pool), mustShow, true))
            .orElseGet(() -> ReadSource.ofWriter(writer));
  }

  /** What was last seen of the reader; empty where there is none. */
  public Optional<ReaderState> reader() {
    return Optional.ofNullable(reader).map(Reader::state);
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
