package org.reprise.cps.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Array;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.reprise.cps.dataspace.DataspaceNotFound;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidName;
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
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Dataspaces dataspaces;
  private final YangModules modules;
  private final ByteBudget memory;
  // A schema set never changes and its id is never used again, so this can never be stale.
  private final Cache<Long, String> digests = Caffeine.newBuilder().maximumSize(10_000).build();

  /**
   * Created by {@code CpsStore}.
   *
   * @param memory where all uploads take their memory from
   */
  public SchemaSets(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Dataspaces dataspaces,
      SchemaLimits limits,
      ByteBudget memory) {
    this.jdbc = jdbc;
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
      transactions.executeWithoutResult(
          tx -> insert(dataspaceId, name, digest, sources, references));
    } catch (DuplicateKeyException e) {
      throw new AlreadyDefined("Schema Set", name, dataspace);
    } catch (DataIntegrityViolationException e) {
      // Another request deleted the dataspace in the meantime.
      throw InUse.isReasonOf(e) ? new DataspaceNotFound(dataspace) : e;
    }
  }

  // The update locks sources that are there already, so that a clean-up at this moment cannot drop
  // them.
  private void insert(
      long dataspaceId, String name, String digest, YangSources sources, String references) {
    jdbc.sql(
            """
            insert into yang_sources (digest, file_names, texts, modules) values (?, ?, ?, ?::jsonb)
            on conflict (digest) do update set modules = excluded.modules\
            """)
        .params(
            digest,
            sources.byFileName().keySet().toArray(String[]::new),
            sources.byFileName().values().toArray(String[]::new),
            references)
        .update();
    jdbc.sql("insert into schema_set (dataspace_id, name, digest) values (?, ?, ?)")
        .params(dataspaceId, name, digest)
        .update();
  }

  public SchemaSet get(String dataspace, String name) {
    return list(dataspace, " and s.name = ?", dataspaces.idOf(dataspace), name).stream()
        .findFirst()
        .orElseThrow(() -> new SchemaSetNotFound(dataspace, name));
  }

  /** A dataspace's schema sets with their modules, sorted by name. */
  public List<SchemaSet> list(String dataspace) {
    return list(dataspace, "", dataspaces.idOf(dataspace));
  }

  private List<SchemaSet> list(String dataspace, String condition, Object... parameters) {
    return jdbc.sql(
            """
            select s.name, y.modules from schema_set s join yang_sources y on y.digest = s.digest
            where s.dataspace_id = ?%s order by s.name\
            """
                .formatted(condition))
        .params(parameters)
        .query((row, n) ->
            new SchemaSet(
                dataspace,
                row.getString(1),
                List.of(JSON.readValue(row.getString(2), ModuleReference[].class))))
        .list();
  }

  /**
   * Deletes a schema set that no anchor uses.
   *
   * @throws InUse when an anchor uses it
   */
  public void delete(String dataspace, String name) {
    long id = idOf(dataspace, name);
    try {
      transactions.executeWithoutResult(tx -> {
        jdbc.sql("delete from schema_set where id = ?").param(id).update();
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
  // it has them, nobody can begin to use these sources.
  private void dropUnusedSources() {
    String[] unused =
        jdbc.sql(
                """
                select y.digest from yang_sources y
                where not exists (select 1 from schema_set s where s.digest = y.digest)
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
   * The parsed schema of a stored schema set.
   *
   * @throws SchemaSetNotFound when it was deleted after its id was looked up
   * @throws InvalidYang when it was stored with wider limits and is beyond the limits now
   */
  public YangSchema schema(long schemaSetId) {
    return schema(schemaSetId, digest(schemaSetId));
  }

  /** The same where the digest of its sources is known. */
  public YangSchema schema(long schemaSetId, String digest) {
    return modules.schema(digest, () -> sources(schemaSetId));
  }

  private YangSources sources(long schemaSetId) {
    return jdbc.sql(
            """
            select y.file_names, y.texts
            from schema_set s join yang_sources y on y.digest = s.digest where s.id = ?\
            """)
        .param(schemaSetId)
        .query((row, n) -> sources(row.getArray(1), row.getArray(2)))
        .optional()
        .orElseThrow(SchemaSetNotFound::new);
  }

  private String digest(long schemaSetId) {
    // Not by the cache's loader: a lock of the cache would be held while a connection is awaited.
    String digest = digests.getIfPresent(schemaSetId);
    if (digest == null) {
      digest =
          jdbc.sql("select digest from schema_set where id = ?")
              .param(schemaSetId)
              .query(String.class)
              .optional()
              .orElseThrow(SchemaSetNotFound::new);
      digests.put(schemaSetId, digest);
    }
    return digest;
  }

  private static YangSources sources(Array fileNames, Array texts) throws SQLException {
    String[] names = (String[]) fileNames.getArray();
    String[] ofFiles = (String[]) texts.getArray();
    Map<String, String> sources = new TreeMap<>();
    for (int i = 0; i < names.length; i++) {
      sources.put(names[i], ofFiles[i]);
    }
    return new YangSources(sources);
  }

  /**
   * Parses sources without storing them, for a comparison with data of another model.
   *
   * @throws InvalidYang as {@link #create}
   */
  public YangSchema parse(YangSources sources) {
    return modules.schema(sources.digest(), () -> sources);
  }

  /** Whether two stored schema sets have the same sources. */
  public boolean haveSameSources(long one, long other) {
    return digest(one).equals(digest(other));
  }

  private long idOf(String dataspace, String name) {
    return jdbc.sql("select id from schema_set where dataspace_id = ? and name = ?")
        .params(dataspaces.idOf(dataspace), name)
        .query(Long.class)
        .optional()
        .orElseThrow(() -> new SchemaSetNotFound(dataspace, name));
  }
}
