package org.reprise.cps.payload;

import java.util.List;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.schema.YangSchema;

/** Nodes with the schema that they conform to, that of their anchor when they were read. */
public record ReadNodes(YangSchema schema, List<DataNode> nodes) {
  public ReadNodes {
    nodes = List.copyOf(nodes);
  }

  /** Returns them as version 2 of the API does. */
  public String json() {
    return new JsonText(schema, JsonText.Names.ONAP).array(nodes);
  }

  public String xml() {
    return new XmlDocument(schema).of(nodes);
  }
}
