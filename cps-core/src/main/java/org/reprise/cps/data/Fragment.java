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
record Fragment(SchemaNode schema, Xpath xpath, Map<String, Object> leaves) {
  Fragment(SchemaNode schema, Xpath xpath) {
    this(schema, xpath, new LinkedHashMap<>());
  }

  int depth() {
    return schema.depth();
  }
}
