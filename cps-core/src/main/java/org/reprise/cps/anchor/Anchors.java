package org.reprise.cps.anchor;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidName;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.cps.schema.SchemaSetNotFound;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The anchors of dataspaces. Each change is one statement, hence one transaction.
 *
 * <p>All methods throw {@link org.reprise.cps.dataspace.DataspaceNotFound} for an unknown
 * dataspace, those for one anchor {@link AnchorNotFound} for an unknown anchor.
 */
public final class Anchors {
  private static final int MAX_CACHED = 10_000;

  private static final String ANCHOR =
      """
      select a.id, s.digest, s.name
      from anchor a
      join dataspace d on d.id = a.dataspace_id
      join schema_set s on s.id = a.schema_set_id
      where d.name = ? and a.name = ?\
      """;

  private static final BoundedReads.Query ANCHORS =
      new BoundedReads.Query(
          """
          select a.name as name, d.name as dataspace_name, s.name as schema_set_name
          from anchor a
          join dataspace d on d.id = a.dataspace_id
          join schema_set s on s.id = a.schema_set_id
          where d.id = ? and (? or s.name = any (?))\
          """,
          List.of("name", "dataspace_name", "schema_set_name"));

  private final JdbcClient jdbc;
  private final BoundedReads reads;
  private final Dataspaces dataspaces;

  // An anchor's id and schema set never change: an entry can only be out of date because its anchor
  // was deleted.
  private final Cache<AnchorRef, StoredAnchor> known =
      Caffeine.newBuilder().maximumSize(MAX_CACHED).build();

  private final WriterTurns turns;

  public Anchors(JdbcClient jdbc, Dataspaces dataspaces, WriteLimits limits, BoundedReads reads) {
    this.jdbc = jdbc;
    this.reads = reads;
    this.dataspaces = dataspaces;
    this.turns = new WriterTurns(limits);
  }

  /**
   * Creates an anchor without data.
   *
   * @throws InvalidName for a name that the API does not allow
   * @throws SchemaSetNotFound for an unknown schema set
   * @throws AlreadyDefined when the dataspace has an anchor of this name
   */
  public void create(String dataspace, String schemaSet, String anchor) {
    InvalidName.check("anchor-name", anchor);
    try {
      Optional<StoredAnchor> created =
          jdbc.sql(
                  """
                  insert into anchor (dataspace_id, schema_set_id, name)
                  select d.id, s.id, ?
                  from dataspace d join schema_set s on s.dataspace_id = d.id
                  where d.name = ? and s.name = ?
                  returning id, (select digest from schema_set where id = schema_set_id), ?\
                  """)
              .params(anchor, dataspace, schemaSet, schemaSet)
              .query(Anchors::stored)
              .optional();
      if (created.isEmpty()) {
        dataspaces.idOf(dataspace);
        throw new SchemaSetNotFound(dataspace, schemaSet);
      }
      known.put(new AnchorRef(dataspace, anchor), created.get());
    } catch (DuplicateKeyException e) {
      throw new AlreadyDefined("Anchor", anchor, dataspace);
    } catch (DataIntegrityViolationException e) {
      // Another request deleted the schema set in the meantime.
      throw InUse.isReasonOf(e) ? new SchemaSetNotFound(dataspace, schemaSet) : e;
    }
  }

  public Anchor get(String dataspace, String anchor) {
    return new Anchor(anchor, dataspace, find(new AnchorRef(dataspace, anchor)).schemaSet());
  }

  /** Lists anchors by name; throws ReadTooLarge for more than one answer may hold. */
  public List<Anchor> list(String dataspace) {
    return list(dataspaces.idOf(dataspace), true, new String[0]);
  }

  /** Lists a dataspace's anchors of some schema sets, as {@link #list(String)} does. */
  public List<Anchor> list(String dataspace, Collection<String> schemaSets) {
    return list(dataspaces.idOf(dataspace), false, schemaSets.toArray(String[]::new));
  }

  // The dataspace's id, whether all are wanted, and else the names of their schema sets.
  private List<Anchor> list(Object... arguments) {
    RowMapper<Anchor> anchor =
        (row, n) -> new Anchor(row.getString(1), row.getString(2), row.getString(3));
    return reads.rows(ANCHORS, arguments, anchor, new ReadTotal()).stream()
        .sorted(Comparator.comparing(Anchor::name))
        .toList();
  }

  /** Deletes an anchor with all its data, which a trigger of the table deletes. */
  public void delete(String dataspace, String anchor) {
    AnchorRef ref = new AnchorRef(dataspace, anchor);
    forget(ref);
    try (WriterTurns.Turn turn = turns.take(ref, () -> 0)) {
      int deleted =
          jdbc.sql(
                  """
                  delete from anchor a using dataspace d
                  where d.id = a.dataspace_id and d.name = ? and a.name = ?\
                  """)
              .params(dataspace, anchor)
              .update();
      if (deleted == 0) {
        throw notFound(ref);
      }
    }
  }

  /** Deletes anchors, each in a separate transaction, up to the first that does not exist. */
  public void delete(String dataspace, Collection<String> anchors) {
    anchors.forEach(anchor -> delete(dataspace, anchor));
  }

  public WriterTurns turns() {
    return turns;
  }

  public StoredAnchor find(AnchorRef anchor) {
    return find(anchor, "");
  }

  /**
   * Finds an anchor, from the cache where it holds it. The anchor may have been deleted since, and
   * another one may have its name now. So this is only for statements that change nothing unless
   * the anchor's row still exists; where they change nothing, call {@link #forget} and then {@link
   * #lock}.
   */
  public StoredAnchor known(AnchorRef anchor) {
    StoredAnchor stored = known.getIfPresent(anchor);
    if (stored == null) {
      // Not by the cache's loader: a lock of the cache would be held while a connection is awaited.
      stored = find(anchor);
      known.put(anchor, stored);
    }
    return stored;
  }

  public void forget(AnchorRef anchor) {
    known.invalidate(anchor);
  }

  /** Finds an anchor and locks its row for the transaction, against deletion and other writers. */
  public StoredAnchor lock(AnchorRef anchor) {
    return find(anchor, " for no key update of a");
  }

  private StoredAnchor find(AnchorRef anchor, String lock) {
    return jdbc.sql(ANCHOR + lock)
        .params(anchor.dataspace(), anchor.anchor())
        .query(Anchors::stored)
        .optional()
        .orElseThrow(() -> notFound(anchor));
  }

  private static StoredAnchor stored(ResultSet row, int number) throws SQLException {
    return new StoredAnchor(row.getLong(1), row.getString(2), row.getString(3));
  }

  private RuntimeException notFound(AnchorRef anchor) {
    dataspaces.idOf(anchor.dataspace());
    return new AnchorNotFound(anchor);
  }
}
