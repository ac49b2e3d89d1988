package org.reprise.cps.data;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.opendaylight.yangtools.yang.data.codec.gson.JsonParserStream;
import org.opendaylight.yangtools.yang.data.codec.xml.XmlParserStream;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParserMessage;
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

  /**
   * Containers, list entries and values that one payload may have. While yangtools reads, each of
   * them takes some hundred bytes, however few characters it has: a kilobyte of heap for each
   * leaves room for all else.
   */
  static final int MOST_NODES =
      (int) Math.clamp(Runtime.getRuntime().maxMemory() / 1024, 10_000L, 10_000_000L);

  private final YangSchema schema;

  PayloadReader(YangSchema schema) {
    this.schema = schema;
  }

  /**
   * What a payload holds of a node.
   *
   * @param parent the node that was addressed, with those of its own leafs that were sent, keys
   *     aside
   * @param nodes its children with all that is below them, parents first
   */
  record Content(Fragment parent, List<Fragment> nodes) {
    /** Whether leafs of the node itself were sent. */
    boolean hasLeaves() {
      return !parent.leaves().isEmpty();
    }

    /**
     * The children themselves, without what is below them.
     *
     * @param parent the path of the addressed node
     */
    List<Fragment> topmost(DataPath parent) {
      int depth = parent.depth() + 1;
      return nodes.stream().filter(node -> node.depth() == depth).toList();
    }

    /** The children, and the addressed node where leafs of it were sent. */
    List<Fragment> written() {
      List<Fragment> written = new ArrayList<>(nodes);
      if (hasLeaves()) {
        written.add(parent);
      }
      return written;
    }
  }

  /**
   * The fragments of a payload that holds children of {@code parent}, and nothing else of it.
   *
   * @throws InvalidData with what is wrong and where
   */
  List<Fragment> read(DataPath parent, Payload payload) {
    Content content = readContent(parent, payload);
    if (content.hasLeaves()) {
      throw standsAlone(content);
    }
    if (content.nodes().isEmpty()) {
      throw new InvalidData("The payload holds no container and no list entry.");
    }
    return content.nodes();
  }

  /**
   * The children and leafs of {@code parent} that a payload holds.
   *
   * @throws InvalidData with what is wrong and where; also for keys that are not those of the
   *     parent, and for no content at all
   */
  Content readContent(DataPath parent, Payload payload) {
    if (parent.wholeList()) {
      throw new InvalidData("%s is a list: name one of its entries.".formatted(parent.xpath()));
    }
    FragmentCollector collector;
    try {
      collector =
          switch (payload.format()) {
            case JSON -> readJson(parent, payload.text(), false);
            case ONAP_JSON -> readJson(parent, payload.text(), true);
            case XML -> readXml(parent, payload.text());
          };
    } catch (IOException | XMLStreamException e) {
      throw new InvalidData(reason(e));
    }
    Content content = new Content(collector.parent(), collector.fragments());
    if (content.hasLeaves() && parent.isRoot()) {
      throw standsAlone(content);
    }
    if (!content.hasLeaves() && content.nodes().isEmpty()) {
      throw new InvalidData("The payload holds no container and no list entry.");
    }
    if (content.nodes().size() > MOST_FRAGMENTS) {
      throw new InvalidData(
          "The payload holds more than %d containers and list entries.".formatted(MOST_FRAGMENTS));
    }
    removeKeys(parent, content.parent());
    content.nodes().forEach(PayloadReader::checkLength);
    return content;
  }

  private static InvalidData standsAlone(Content content) {
    return new InvalidData(
        "The leaf %s stands alone: send it in the container or list entry that holds it."
            .formatted(content.parent().leaves().keySet().iterator().next()));
  }

  static InvalidData tooManyNodes() {
    return new InvalidData(
        "The payload holds more than %d containers, list entries and values: send it in parts."
            .formatted(MOST_NODES));
  }

  // The xpath names the entry: the payload may repeat its keys, not change them.
  private static void removeKeys(DataPath path, Fragment parent) {
    path.xpath()
        .keys()
        .forEach((key, value) -> {
          Object sent = parent.leaves().remove(key);
          if (sent != null && !FragmentCollector.keyText(sent).equals(value)) {
            throw new InvalidData(
                "The key %s of %s cannot become '%s'.".formatted(key, path.xpath(), sent));
          }
        });
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

  private FragmentCollector readJson(DataPath path, String text, boolean asOnap)
      throws IOException {
    FragmentCollector collector = FragmentCollector.ofJson(schema, path);
    SchemaNode parent = path.schema();
    try (JsonReader reader =
            new YangJsonReader(
                new StringReader(text),
                parent,
                2 * DEEPEST,
                asOnap,
                new PatternBudget(schema, text));
        JsonParserStream parser =
            parent.kind() == SchemaNode.Kind.ROOT
                ? JsonParserStream.create(OwnFault.marked(collector), schema.jsonCodecs())
                : JsonParserStream.create(
                    OwnFault.marked(collector), schema.jsonCodecs(), schema.inference(parent))) {
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

  // These are what yangtools has for bad input; our own code that it calls has OwnFault.
  private static void parse(JsonParserStream parser, JsonReader reader) throws IOException {
    try {
      parser.parse(reader);
    } catch (IllegalArgumentException | IllegalStateException | JsonParseException e) {
      throw new InvalidData(reason(e) + " (at " + reader.getPath() + ")");
    } catch (StackOverflowError e) {
      throw tooLongForPattern();
    }
  }

  private FragmentCollector readXml(DataPath parent, String text)
      throws IOException, XMLStreamException {
    FragmentCollector collector = FragmentCollector.ofXml(schema, parent);
    XMLStreamReader reader = new XmlInput(schema, parent).open(text, DEEPEST);
    try (XmlParserStream parser =
        XmlParserStream.create(
            OwnFault.marked(collector), schema.xmlCodecs(), schema.inference(parent.schema()))) {
      parse(parser, reader);
      XmlInput.requireEnd(reader);
    } finally {
      reader.close();
    }
    return collector;
  }

  private static void parse(XmlParserStream parser, XMLStreamReader reader)
      throws IOException, XMLStreamException {
    try {
      parser.parse(reader);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new InvalidData(reason(e) + " (at " + placeOf(reader) + ")");
    } catch (StackOverflowError e) {
      throw tooLongForPattern();
    }
  }

  // Payloads do not nest as deep. Nearly always the value was refused before, by PatternBudget.
  private static InvalidData tooLongForPattern() {
    return new InvalidData("A value is too long to match it against its pattern.");
  }

  private static String placeOf(XMLStreamReader reader) {
    Location location = reader.getLocation();
    return "line %d, column %d".formatted(location.getLineNumber(), location.getColumnNumber());
  }

  private static String reason(Exception thrown) {
    StringBuilder reason = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = ParserMessage.plain(Objects.requireNonNullElse(cause.getMessage(), ""));
      if (reason.indexOf(message) < 0) {
        reason.append(reason.isEmpty() ? "" : " | ").append(message);
      }
    }
    if (reason.length() > 1_000) {
      reason.setLength(1_000);
      reason.append('…');
    }
    return reason.isEmpty() ? "The payload cannot be read." : reason.toString();
  }
}
