package org.reprise.cps.data;

import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;

/** Reads what a payload holds of the node that is written to. */
record ContentReader(Payload payload, boolean entriesOnly, PayloadNodes nodes)
    implements Writes.Reader<Content> {
  @Override
  public Content read(YangSchema schema, DataPath parent) {
    nodes.restart();
    Content content = new PayloadReader(schema, nodes).readContent(parent, payload);
    if (entriesOnly) {
      requireListEntries(parent, content);
    }
    return content;
  }

  @Override
  public long bytes() {
    return payload.bytes() + nodes.bytes();
  }

  private static void requireListEntries(DataPath parent, Content content) {
    for (Fragment top : content.topmost(parent)) {
      if (top.schema().kind() != Kind.LIST) {
        throw new InvalidData("%s is no list entry.".formatted(top.xpath()));
      }
    }
    if (content.hasLeaves() || content.nodes().isEmpty()) {
      throw new InvalidData("Only list entries can be in the payload.");
    }
  }
}
