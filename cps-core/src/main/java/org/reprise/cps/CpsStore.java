package org.reprise.cps;

import java.util.function.LongPredicate;
import javax.sql.DataSource;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.delta.Deltas;
import org.reprise.cps.query.Queries;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The store as a library: what the REST API does, as method calls in process. This is the report's
 * embedded mode; the service uses the same classes.
 */
public record CpsStore(
    Dataspaces dataspaces,
    SchemaSets schemaSets,
    Anchors anchors,
    DataNodes dataNodes,
    Queries queries,
    Deltas deltas) {

  /**
   * SQL that the pool must execute on each new connection. All statements of the store can use an
   * index; without this setting, a plan that was made while a table was small would read the whole
   * table later, until it is analyzed.
   */
  public static final String CONNECTION_INIT_SQL = "set enable_seqscan = off";

  /**
   * Opens the store on a database that has its tables already.
   *
   * @param caller a pool: each operation takes a connection for its duration, and is a separate
   *     transaction, also if the pool's connections do not commit by themselves. Within a
   *     transaction of the caller on this pool it fails at once
   */
  public CpsStore(DataSource caller) {
    this(caller, SchemaLimits.DEFAULT, ReadLimits.DEFAULT, WriteLimits.DEFAULT, bytes -> true);
  }

  /**
   * The same with limits.
   *
   * @param budget where all reads take their memory from: takes bytes until the caller is done with
   *     what was read, and returns false where other reads leave no room for them
   */
  public CpsStore(
      DataSource caller,
      SchemaLimits limits,
      ReadLimits reads,
      WriteLimits writes,
      LongPredicate budget) {
    DataSource dataSource = new CommittingDataSource(caller);
    JdbcClient jdbc = JdbcClient.create(dataSource);
    JdbcTransactionManager transactionManager = new JdbcTransactionManager(dataSource);
    TransactionTemplate transactions = new TransactionTemplate(transactionManager);
    TransactionTemplate snapshot = new TransactionTemplate(transactionManager);
    snapshot.setReadOnly(true);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    BoundedReads bounded = new BoundedReads(dataSource, snapshot, reads, budget);
    ByteBudget memory = new ByteBudget(writes.budgetBytes());
    // Apart, for one upload may take more than all of either.
    ByteBudget uploads = new ByteBudget(Math.max(1, writes.budgetBytes() / 2));
    Dataspaces dataspaces = new Dataspaces(jdbc, bounded);
    SchemaSets schemaSets =
        new SchemaSets(jdbc, transactions, dataspaces, limits, uploads, bounded);
    Anchors anchors = new Anchors(jdbc, dataspaces, writes, bounded);
    DataNodes dataNodes =
        new DataNodes(dataSource, transactions, anchors, schemaSets, bounded, memory);
    this(
        dataspaces,
        schemaSets,
        anchors,
        dataNodes,
        new Queries(
            dataSource, snapshot, dataspaces, anchors, schemaSets, bounded, limits.queryTime()),
        new Deltas(snapshot, anchors, schemaSets, dataNodes, bounded, memory));
  }

  /**
   * Creates or updates the tables, then opens the store. The migrations are in {@code db/cps} on
   * the class path and their history is in the table {@code cps_schema_history}, so that they do
   * not meet those of the application.
   *
   * @param dataSource stays the caller's to close
   */
  public static CpsStore open(DataSource dataSource) {
    CpsTables.migrate(dataSource);
    return new CpsStore(dataSource);
  }
}
