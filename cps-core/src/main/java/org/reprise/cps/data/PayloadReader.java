package org.reprise.cps.data;

import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.opendaylight.yangtools.yang.data.codec.gson.JsonParserStream;
import org.opendaylight.yangtools.yang.data.codec.xml.XmlParserStream;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/** Reads a payload against a schema, all checks of yangtools included. */
final class PayloadReader {
  /** YANG models are some ten levels deep; what is deeper than this only exhausts the stack. */
  static final int DEEPEST = 200;

  /** Longest xpath that the primary key of the fragments can hold (a third of a database page). */
  static final int LONGEST_XPATH = 2_600;

  /** Places within a write, see the column {@code position}. */
  static final int MOST_FRAGMENTS = 1_000_000;

  private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

  static {
    XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private final YangSchema schema;

  PayloadReader(YangSchema schema) {
    this.schema = schema;
  }

  /**
   * The fragments of a payload that holds children of {@code parent}.
   *
   * @throws InvalidData with what is wrong and where
   */
  List<Fragment> read(DataPath parent, Payload payload) {
    if (parent.wholeList()) {
      throw new InvalidData("%s is a list: name one of its entries.".formatted(parent.xpath()));
    }
    FragmentCollector collector = new FragmentCollector(schema, parent);
    try {
      switch (payload.format()) {
        case JSON -> readJson(parent.schema(), payload.text(), collector);
        case XML -> readXml(parent.schema(), payload.text(), collector);
      }
    } catch (IOException
        | XMLStreamException
        | IllegalArgumentException
        | IllegalStateException
        | JsonParseException e) {
      throw new InvalidData(reason(e));
    }
    if (!collector.parent().leaves().isEmpty()) {
      throw new InvalidData(
          "The leaf %s stands alone: send it in the container or list entry that holds it."
              .formatted(collector.parent().leaves().keySet().iterator().next()));
    }
    if (collector.fragments().size() > MOST_FRAGMENTS) {
      throw new InvalidData(
          "The payload holds more than %d containers and list entries.".formatted(MOST_FRAGMENTS));
    }
    if (collector.fragments().isEmpty()) {
      throw new InvalidData("The payload holds no container and no list entry.");
    }
    collector.fragments().forEach(PayloadReader::checkLength);
    return collector.fragments();
  }

  private static void checkLength(Fragment fragment) {
    if (fragment.xpath().length() > LONGEST_XPATH / 4
        && fragment.xpath().getBytes(java.nio.charset.StandardCharsets.UTF_8).length
            > LONGEST_XPATH) {
      throw new InvalidData(
          "The keys of an entry of %s make an xpath of more than %d bytes."
              .formatted(fragment.schema(), LONGEST_XPATH));
    }
  }

  private void readJson(SchemaNode parent, String text, FragmentCollector collector)
      throws IOException {
    checkNesting(text);
    try (JsonReader reader = new JsonReader(new StringReader(text));
        JsonParserStream parser =
            parent.kind() == SchemaNode.Kind.ROOT
                ? JsonParserStream.create(collector, schema.jsonCodecs())
                : JsonParserStream.create(
                    collector, schema.jsonCodecs(), schema.inference(parent))) {
      reader.setStrictness(Strictness.STRICT);
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw new InvalidData("The payload is no JSON object.");
      }
      parse(parser, reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new InvalidData("Something follows the JSON object " + reader + ".");
      }
    }
  }

  private static void parse(JsonParserStream parser, JsonReader reader) throws IOException {
    try {
      parser.parse(reader);
    } catch (NullPointerException e) {
      // yangtools stumbles over null and {} where a leaf's value belongs.
      throw new InvalidData("There is no value at " + reader.getPath() + ".");
    } catch (IllegalArgumentException | IllegalStateException | JsonParseException e) {
      throw new InvalidData(reason(e) + " (at " + reader.getPath() + ")");
    }
  }

  private static void checkNesting(String json) {
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quoted) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        if (++depth > 2 * DEEPEST) {
          throw new InvalidData(
              "The payload nests deeper than %d levels, at character %d."
                  .formatted(DEEPEST, i + 1));
        }
      } else if (c == '}' || c == ']') {
        depth--;
      }
    }
  }

  // yangtools starts at an element that stands for the parent; a document may have it or just the
  // children.
  private void readXml(SchemaNode parent, String text, FragmentCollector collector)
      throws IOException, XMLStreamException {
    boolean root = parent.kind() == SchemaNode.Kind.ROOT;
    String namespace = root ? "" : parent.qname().getNamespace().toString();
    String element = root ? "data" : parent.localName();
    String document = XmlText.unwrapped(text);
    String wrapped = "<%1$s xmlns=\"%2$s\">%3$s</%1$s>".formatted(element, namespace, document);
    XMLStreamReader reader = new BoundedDepth(XML.createXMLStreamReader(new StringReader(wrapped)));
    try (XmlParserStream parser =
        XmlParserStream.create(collector, schema.xmlCodecs(), schema.inference(parent))) {
      parser.parse(reader);
    } finally {
      reader.close();
    }
  }

  private static final class BoundedDepth extends StreamReaderDelegate {
    private int depth;

    BoundedDepth(XMLStreamReader reader) {
      super(reader);
    }

    @Override
    public int next() throws XMLStreamException {
      int event = super.next();
      count(event);
      return event;
    }

    @Override
    public int nextTag() throws XMLStreamException {
      int event = super.nextTag();
      count(event);
      return event;
    }

    private void count(int event) throws XMLStreamException {
      depth += event == START_ELEMENT ? 1 : event == END_ELEMENT ? -1 : 0;
      if (depth > DEEPEST) {
        throw new XMLStreamException(
            "The payload nests deeper than %d levels.".formatted(DEEPEST), getLocation());
      }
    }
  }

  private static String reason(Exception thrown) {
    StringBuilder reason = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && reason.indexOf(message) < 0) {
        reason.append(reason.isEmpty() ? "" : " | ").append(message.strip());
      }
    }
    if (reason.length() > 1_000) {
      reason.setLength(1_000);
      reason.append('…');
    }
    return reason.isEmpty() ? thrown.getClass().getSimpleName() : reason.toString();
  }
}
