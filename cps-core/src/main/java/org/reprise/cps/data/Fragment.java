package org.reprise.cps.data;

import java.util.LinkedHashMap;
import java.util.Map;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;

/**
 * A container or list entry on its way into the database: one row.
 *
 * @param leaves filled while it is read
 */
record Fragment(SchemaNode schema, int depth, Xpath xpath, Map<String, Object> leaves) {
  Fragment(SchemaNode schema, int depth, Xpath xpath) {
    this(schema, depth, xpath, new LinkedHashMap<>());
  }
}
