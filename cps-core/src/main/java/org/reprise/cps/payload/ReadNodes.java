package org.reprise.cps.payload;

import java.util.List;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
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

  /** Returns them as version 2 of the API does. */
  public String json() {
    return new JsonText(schema, JsonText.Names.ONAP).array(nodes);
  }

  /** Returns them as XML; throws ReadTooLarge where that is more than one answer may hold. */
  public String xml() {
    ReadTotal total = new ReadTotal();
    return new XmlDocument(schema, characters -> reads.count(characters, total)).of(nodes);
  }
}
