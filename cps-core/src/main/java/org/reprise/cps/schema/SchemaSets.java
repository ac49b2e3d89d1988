package org.reprise.cps.schema;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.reprise.cps.dataspace.DataspaceNotFound;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidName;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schema sets of dataspaces: created whole, read, deleted; never changed.
 *
 * <p>All methods throw {@link DataspaceNotFound} for an unknown dataspace, and {@link
 * SchemaSetNotFound} for an unknown schema set.
 */
public final class SchemaSets {
  private static final JsonMapper JSON = JsonMapper.shared();

  // The update locks sources that are there already, so that a clean-up at this moment cannot drop
  // them.
  private static final String CREATE =
      """
      with sources as (
        insert into yang_sources (digest, file_names, texts, modules) values (?, ?, ?, ?::jsonb)
        on conflict (digest) do update set modules = excluded.modules)
      insert into schema_set (dataspace_id, name, digest) values (?, ?, ?)\
      """;

  private static final String SCHEMA_SETS =
      """
      select s.name, y.modules
      from schema_set s join yang_sources y on y.digest = s.digest
      where s.dataspace_id = ?\
      """;
  private static final BoundedReads.Query LIST =
      new BoundedReads.Query(SCHEMA_SETS, List.of("name", "modules"));

  private final JdbcClient jdbc;
  private final BoundedReads reads;
  private final TransactionOperations transactions;
  private final Dataspaces dataspaces;
  private final YangModules modules;
  private final ByteBudget memory;

  /** Created by {@code CpsStore}; all uploads take their memory from one budget. */
  public SchemaSets(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Dataspaces dataspaces,
      SchemaLimits limits,
      ByteBudget memory,
      BoundedReads reads) {
    this.jdbc = jdbc;
    this.reads = reads;
    this.modules = new YangModules(limits);
    this.memory = memory;
    this.transactions = transactions;
    this.dataspaces = dataspaces;
  }

  /**
   * Unpacks an upload, one {@code .yang} file or a {@code .zip} of them, and uses its sources.
   * Until then, the memory that they need is taken from the budget of all requests.
   *
   * @throws InvalidYang where it cannot be unpacked
   * @throws org.reprise.cps.fault.Busy where other requests leave no room for its sources
   */
  public <T> T unpack(String fileName, byte[] content, Function<YangSources, T> use) {
    try (ByteBudget.Share share = memory.share()) {
      return use.apply(YangSources.of(fileName, content, share));
    }
  }

  /**
   * Stores a schema set, if its modules are well-formed and fit together.
   *
   * @throws InvalidName for a name that the API does not allow
   * @throws InvalidYang when yangtools refuses the sources; nothing is stored then
   * @throws AlreadyDefined when the dataspace has a schema set of this name
   */
  public void create(String dataspace, String name, YangSources sources) {
    InvalidName.checkSchemaSet("schema-set-name", name);
    long dataspaceId = dataspaces.idOf(dataspace);
    String digest = sources.digest();
    String references = JSON.writeValueAsString(modules.schema(digest, () -> sources).modules());
    try {
      jdbc.sql(CREATE)
          .params(
              digest,
              sources.byFileName().keySet().toArray(String[]::new),
              sources.byFileName().values().toArray(String[]::new),
              references,
              dataspaceId,
              name,
              digest)
          .update();
    } catch (DuplicateKeyException e) {
      throw new AlreadyDefined("Schema Set", name, dataspace);
    } catch (DataIntegrityViolationException e) {
      // Another request deleted the dataspace in the meantime.
      throw InUse.isReasonOf(e) ? new DataspaceNotFound(dataspace) : e;
    }
  }

  public SchemaSet get(String dataspace, String name) {
    return jdbc.sql(SCHEMA_SETS + " and s.name = ?")
        .params(dataspaces.idOf(dataspace), name)
        .query((row, n) -> schemaSet(dataspace, row))
        .optional()
        .orElseThrow(() -> new SchemaSetNotFound(dataspace, name));
  }

  /** Lists schema sets by name; throws ReadTooLarge for more than an answer may hold. */
  public List<SchemaSet> list(String dataspace) {
    Object[] ofDataspace = {dataspaces.idOf(dataspace)};
    return reads
        .rows(LIST, ofDataspace, (row, n) -> schemaSet(dataspace, row), new ReadTotal())
        .stream()
        .sorted(Comparator.comparing(SchemaSet::name))
        .toList();
  }

  private static SchemaSet schemaSet(String dataspace, ResultSet row) throws SQLException {
    ModuleReference[] modules = JSON.readValue(row.getString(2), ModuleReference[].class);
    return new SchemaSet(dataspace, row.getString(1), List.of(modules));
  }

  /** Deletes a schema set; throws InUse when an anchor uses it. */
  public void delete(String dataspace, String name) {
    long dataspaceId = dataspaces.idOf(dataspace);
    try {
      transactions.executeWithoutResult(tx -> {
        int deleted =
            jdbc.sql("delete from schema_set where dataspace_id = ? and name = ?")
                .params(dataspaceId, name)
                .update();
        if (deleted == 0) {
          throw new SchemaSetNotFound(dataspace, name);
        }
        dropUnusedSources();
      });
    } catch (DataIntegrityViolationException e) {
      throw InUse.isReasonOf(e) ? new InUse("Schema Set " + name, "an anchor") : e;
    }
  }

  /** Deletes the schema sets of a dataspace that no anchor uses, and sources that none needs. */
  public void clean(String dataspace) {
    long dataspaceId = dataspaces.idOf(dataspace);
    transactions.executeWithoutResult(tx -> {
      jdbc.sql(
              """
              delete from schema_set s where s.id in (
                select unused.id from schema_set unused
                where unused.dataspace_id = ?
                  and not exists (select 1 from anchor a where a.schema_set_id = unused.id)
                for update skip locked)\
              """)
          .param(dataspaceId)
          .update();
      dropUnusedSources();
    });
  }

  // Two statements: the second sees what was committed before the first had its locks, and while
  // it has them, nobody can begin to use these sources. The next clean-up drops those over the
  // limit.
  private void dropUnusedSources() {
    String[] unused =
        jdbc.sql(
                """
                select y.digest from yang_sources y
                where not exists (select 1 from schema_set s where s.digest = y.digest)
                limit 10000
                for update skip locked\
                """)
            .query(String.class)
            .list()
            .toArray(String[]::new);
    jdbc.sql(
            """
            delete from yang_sources y where y.digest = any (?)
              and not exists (select 1 from schema_set s where s.digest = y.digest)\
            """)
        .param(unused)
        .update();
  }

  /**
   * The parsed schema of stored schema sets.
   *
   * @param digest of their sources
   * @throws SchemaSetNotFound when the last of them was deleted in the meantime
   * @throws InvalidYang when it was stored with wider limits and is beyond the limits now
   */
  public YangSchema schema(String digest) {
    return modules.schema(digest, () -> sources(digest));
  }

  private YangSources sources(String digest) {
    Map<String, String> sources = new TreeMap<>();
    jdbc.sql("select unnest(file_names), unnest(texts) from yang_sources where digest = ?")
        .param(digest)
        .query(row -> {
          sources.put(row.getString(1), row.getString(2));
        });
    if (sources.isEmpty()) {
      throw new SchemaSetNotFound();
    }
    return new YangSources(sources);
  }

  /** Parses sources for a comparison, without storing; throws as {@link #create}. */
  public YangSchema parse(YangSources sources) {
    return modules.schema(sources.digest(), () -> sources);
  }
}
