package org.reprise.cps.data;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
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
    FragmentCollector collector;
    try {
      collector =
          switch (payload.format()) {
            case JSON -> readJson(parent, payload.text());
            case XML -> readXml(parent, payload.text());
          };
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
    String xpath = fragment.xpath().text();
    if (xpath.length() > LONGEST_XPATH / 4
        && xpath.getBytes(StandardCharsets.UTF_8).length > LONGEST_XPATH) {
      throw new InvalidData(
          "The keys of an entry of %s make an xpath of more than %d bytes."
              .formatted(fragment.schema(), LONGEST_XPATH));
    }
  }

  private FragmentCollector readJson(DataPath path, String text) throws IOException {
    FragmentCollector collector = FragmentCollector.ofJson(schema, path);
    SchemaNode parent = path.schema();
    try (JsonReader reader = new YangJsonReader(new StringReader(text), parent, 2 * DEEPEST);
        JsonParserStream parser =
            parent.kind() == SchemaNode.Kind.ROOT
                ? JsonParserStream.create(collector, schema.jsonCodecs())
                : JsonParserStream.create(
                    collector, schema.jsonCodecs(), schema.inference(parent))) {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw new InvalidData("The payload is no JSON object.");
      }
      parse(parser, reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new InvalidData("Something follows the JSON object.");
      }
    }
    return collector;
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

  private FragmentCollector readXml(DataPath parent, String text)
      throws IOException, XMLStreamException {
    FragmentCollector collector = FragmentCollector.ofXml(schema, parent);
    XMLStreamReader reader = new XmlInput(schema, parent).open(text, DEEPEST);
    try (XmlParserStream parser =
        XmlParserStream.create(collector, schema.xmlCodecs(), schema.inference(parent.schema()))) {
      parser.parse(reader);
      XmlInput.requireEnd(reader);
    } catch (NullPointerException e) {
      throw new InvalidData("There is no value at " + placeOf(reader) + ".");
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new InvalidData(reason(e) + " (at " + placeOf(reader) + ")");
    } finally {
      reader.close();
    }
    // They are in the document for yangtools, which wants every entry of a list to have them.
    parent.schema().keys().forEach(collector.parent().leaves()::remove);
    return collector;
  }

  private static String placeOf(XMLStreamReader reader) {
    Location location = reader.getLocation();
    return "line %d, column %d".formatted(location.getLineNumber(), location.getColumnNumber());
  }

  // Gson's advice is for programmers.
  private static String plain(String message) {
    return message
        .strip()
        .replaceFirst("Use JsonReader\\.\\S+ to accept malformed JSON", "Malformed JSON")
        .replaceFirst("\\s+See https://\\S+", "");
  }

  private static String reason(Exception thrown) {
    StringBuilder reason = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      boolean onlyCause = cause.getCause() != null && cause.getCause().toString().equals(message);
      if (message != null && !onlyCause && reason.indexOf(plain(message)) < 0) {
        reason.append(reason.isEmpty() ? "" : " | ").append(plain(message));
      }
    }
    if (reason.length() > 1_000) {
      reason.setLength(1_000);
      reason.append('…');
    }
    return reason.isEmpty() ? thrown.getClass().getSimpleName() : reason.toString();
  }
}
