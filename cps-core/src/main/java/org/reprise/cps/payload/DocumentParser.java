package org.reprise.cps.payload;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.function.BiConsumer;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.opendaylight.yangtools.yang.data.api.schema.stream.NormalizedNodeStreamWriter;
import org.opendaylight.yangtools.yang.data.codec.gson.JsonParserStream;
import org.opendaylight.yangtools.yang.data.codec.xml.XmlParserStream;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParserMessage;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * Has yangtools read a document. What yangtools throws for bad input becomes {@link InvalidData}
 * here and nowhere else; what our own code throws when yangtools calls it becomes {@link OwnFault}.
 */
final class DocumentParser {
  private final YangSchema schema;
  private final DataPath parent;
  private final BiConsumer<SchemaNode, String> values;
  private final PayloadNodes nodes;

  /** For children and leafs of a parent; {@code values} sees values before yangtools does. */
  DocumentParser(
      YangSchema schema,
      DataPath parent,
      BiConsumer<SchemaNode, String> values,
      PayloadNodes nodes) {
    this.schema = schema;
    this.parent = parent;
    this.values = values;
    this.nodes = nodes;
  }

  /** Reads a document; throws InvalidData with what is wrong and where. */
  void parse(Payload payload, NormalizedNodeStreamWriter writer)
      throws IOException, XMLStreamException {
    NormalizedNodeStreamWriter marked = OwnFault.marked(writer);
    switch (payload.format()) {
      case JSON -> parseJson(payload.text(), false, marked);
      case ONAP_JSON -> parseJson(payload.text(), true, marked);
      case XML -> parseXml(payload.text(), marked);
    }
  }

  private void parseJson(String text, boolean asOnap, NormalizedNodeStreamWriter writer)
      throws IOException {
    SchemaNode node = parent.schema();
    try (JsonReader reader =
        new YangJsonReader(
            new StringReader(text), node, 2 * PayloadReader.MAX_DEPTH, asOnap, values, nodes)) {
      // Version 2 answers with an array of objects.
      boolean array = asOnap && reader.peek() == JsonToken.BEGIN_ARRAY;
      if (array) {
        reader.beginArray();
      }
      do {
        if (reader.peek() != JsonToken.BEGIN_OBJECT) {
          throw new InvalidData("The payload is no JSON object.");
        }
        parse(
            node.kind() == SchemaNode.Kind.ROOT
                ? JsonParserStream.create(writer, schema.jsonCodecs())
                : JsonParserStream.create(writer, schema.jsonCodecs(), schema.inference(node)),
            reader);
      } while (array && reader.hasNext());
      if (array) {
        reader.endArray();
      }
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new InvalidData("Something follows the JSON object.");
      }
    }
  }

  private static void parse(JsonParserStream parser, JsonReader reader) throws IOException {
    try (parser) {
      parser.parse(reader);
    } catch (IllegalArgumentException | IllegalStateException | JsonParseException e) {
      // yangtools wraps it.
      if (e.getCause() instanceof OutOfMemoryError end) {
        throw end;
      }
      throw new InvalidData(ParserMessage.reasons(e) + " (at " + reader.getPath() + ")");
    }
  }

  private void parseXml(String text, NormalizedNodeStreamWriter writer)
      throws IOException, XMLStreamException {
    XMLStreamReader reader =
        new XmlInput(schema, parent, nodes).open(text, PayloadReader.MAX_DEPTH, values);
    try (XmlParserStream parser =
        XmlParserStream.create(writer, schema.xmlCodecs(), schema.inference(parent.schema()))) {
      parse(parser, reader);
      XmlInput.requireEnd(reader);
    } finally {
      reader.close();
    }
  }

  private static void parse(XmlParserStream parser, XMLStreamReader reader)
      throws IOException, XMLStreamException {
    try {
      parser.parse(reader);
    } catch (IllegalArgumentException | IllegalStateException e) {
      Location at = reader.getLocation();
      throw new InvalidData(
          "%s (at line %d, column %d)"
              .formatted(ParserMessage.reasons(e), at.getLineNumber(), at.getColumnNumber()));
    }
  }
}
