package org.reprise.cps.data;

import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;

/**
 * Reads what a payload holds of the node that is written to.
 *
 * @param payload as it was sent
 * @param entriesOnly whether it may hold list entries only
 */
record ContentReader(Payload payload, boolean entriesOnly) implements Writes.Reader<Content> {
  static ContentReader ofNodes(Payload payload) {
    return new ContentReader(payload, false);
  }

  static ContentReader ofListEntries(Payload payload) {
    return new ContentReader(payload, true);
  }

  @Override
  public Content read(YangSchema schema, DataPath parent) {
    Content content = new PayloadReader(schema).readContent(parent, payload);
    if (entriesOnly) {
      requireListEntries(parent, content);
    }
    return content;
  }

  @Override
  public long payloadBytes() {
    return payload.bytes();
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
