package org.reprise.cps.fragment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;

/** A row on its way into the database, a container or list entry; filled while it is read. */
public record Fragment(SchemaNode schema, Xpath xpath, Map<String, Object> leaves) {
  public Fragment(SchemaNode schema, Xpath xpath) {
    this(schema, xpath, new LinkedHashMap<>());
  }

  /** Reads a row that begins with the xpath and the attributes. */
  public static Fragment of(SchemaNode schema, ResultSet row) throws SQLException {
    return new Fragment(schema, new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)));
  }

  /** Returns the level in the tree: 1 for top-level nodes. */
  public int depth() {
    return schema.depth();
  }
}
