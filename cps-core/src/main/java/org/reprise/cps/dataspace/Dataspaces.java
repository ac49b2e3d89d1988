package org.reprise.cps.dataspace;

import java.util.List;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidName;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** All dataspaces of the store. */
public final class Dataspaces {
  private final JdbcClient jdbc;

  /** Created by {@code CpsStore}. */
  public Dataspaces(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Creates a dataspace.
   *
   * @throws InvalidName for the name
   * @throws AlreadyDefined when there is one of this name
   */
  public void create(String name) {
    InvalidName.check("dataspace-name", name);
    try {
      jdbc.sql("insert into dataspace (name) values (?)").param(name).update();
    } catch (DuplicateKeyException e) {
      throw new AlreadyDefined("Dataspace", name, "the store");
    }
  }

  /**
   * Deletes an empty dataspace.
   *
   * @throws DataspaceNotFound when there is none of this name
   * @throws InUse when it holds schema sets or anchors
   */
  public void delete(String name) {
    try {
      if (jdbc.sql("delete from dataspace where name = ?").param(name).update() == 0) {
        throw new DataspaceNotFound(name);
      }
    } catch (DataIntegrityViolationException e) {
      throw InUse.isReasonOf(e) ? new InUse("Dataspace " + name, "its schema sets or anchors") : e;
    }
  }

  /**
   * One dataspace.
   *
   * @throws DataspaceNotFound when there is none of this name
   */
  public Dataspace get(String name) {
    idOf(name);
    return new Dataspace(name);
  }

  /** All of them, sorted by name. */
  public List<Dataspace> list() {
    return jdbc.sql("select name from dataspace order by name")
        .query((row, n) -> new Dataspace(row.getString(1)))
        .list();
  }

  /**
   * The database's id of a dataspace.
   *
   * @throws DataspaceNotFound when there is none of this name
   */
  public long idOf(String name) {
    return jdbc.sql("select id from dataspace where name = ?")
        .param(name)
        .query(Long.class)
        .optional()
        .orElseThrow(() -> new DataspaceNotFound(name));
  }
}
