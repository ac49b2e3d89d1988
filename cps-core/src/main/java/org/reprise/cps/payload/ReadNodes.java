package org.reprise.cps.payload;

import java.util.List;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.schema.YangSchema;

/**
 * Nodes with the schema that they conform to, that of their anchor when they were read.
 *
 * @param reads counts the text that is made of them
 */
public record ReadNodes(YangSchema schema, List<DataNode> nodes, BoundedReads reads) {
  public ReadNodes {
    nodes = List.copyOf(nodes);
  }

  /** Returns how to write them; that throws ReadTooLarge for more than one answer may hold. */
  public JsonText json(JsonText.Names names) {
    return new JsonText(schema, names, reads.text());
  }

  /** Returns them as version 2 of the API does; throws as {@link #json(JsonText.Names)}. */
  public String json() {
    return json(JsonText.Names.ONAP).array(nodes);
  }

  /** Returns them as XML; throws as {@link #json(JsonText.Names)}. */
  public String xml() {
    return new XmlDocument(schema, reads.text()).of(nodes);
  }
}
