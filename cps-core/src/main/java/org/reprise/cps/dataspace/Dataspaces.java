package org.reprise.cps.dataspace;

import java.util.Comparator;
import java.util.List;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidName;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** All dataspaces of the store. An unknown one is a {@link DataspaceNotFound}. */
public final class Dataspaces {
  private static final BoundedReads.Query NAMES =
      new BoundedReads.Query("select name from dataspace", List.of("name"));

  private final JdbcClient jdbc;
  private final BoundedReads reads;

  public Dataspaces(JdbcClient jdbc, BoundedReads reads) {
    this.jdbc = jdbc;
    this.reads = reads;
  }

  /** Creates a dataspace; throws AlreadyDefined when there is one of this name. */
  public void create(String name) {
    InvalidName.check("dataspace-name", name);
    try {
      jdbc.sql("insert into dataspace (name) values (?)").param(name).update();
    } catch (DuplicateKeyException e) {
      throw new AlreadyDefined("Dataspace", name, "the store");
    }
  }

  /** Deletes an empty dataspace; throws InUse when it holds schema sets or anchors. */
  public void delete(String name) {
    try {
      if (jdbc.sql("delete from dataspace where name = ?").param(name).update() == 0) {
        throw new DataspaceNotFound(name);
      }
    } catch (DataIntegrityViolationException e) {
      throw InUse.isReasonOf(e) ? new InUse("Dataspace " + name, "its schema sets or anchors") : e;
    }
  }

  public Dataspace get(String name) {
    idOf(name);
    return new Dataspace(name);
  }

  /** Lists dataspaces by name; throws ReadTooLarge for more than an answer may hold. */
  public List<Dataspace> list() {
    return reads
        .rows(NAMES, new Object[0], (row, n) -> new Dataspace(row.getString(1)), new ReadTotal())
        .stream()
        .sorted(Comparator.comparing(Dataspace::name))
        .toList();
  }

  public long idOf(String name) {
    return jdbc.sql("select id from dataspace where name = ?")
        .param(name)
        .query(Long.class)
        .optional()
        .orElseThrow(() -> new DataspaceNotFound(name));
  }
}
