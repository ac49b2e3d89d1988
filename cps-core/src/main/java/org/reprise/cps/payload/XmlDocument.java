package org.reprise.cps.payload;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * Writes data nodes as XML (RFC 7950, sections 7.5.7, 7.6.6 and 7.8.5). Several top-level nodes
 * stand in a {@code data} element of RESTCONF's namespace (RFC 8040, section 3.3.1), since a
 * document has one root.
 */
public final class XmlDocument {
  static final String RESTCONF = "urn:ietf:params:xml:ns:yang:ietf-restconf";
  private static final XMLOutputFactory XML = XMLOutputFactory.newDefaultFactory();

  /** Characters that are written before they are counted. */
  private static final int STEP = 64 * 1024;

  private final YangSchema schema;
  private final LongConsumer memory;
  private StringWriter text = new StringWriter();
  private int counted;

  /** Counts the characters written: a value of few may stand between two long names. */
  public XmlDocument(YangSchema schema, LongConsumer memory) {
    this.schema = schema;
    this.memory = memory;
  }

  public String of(List<DataNode> nodes) {
    return written(xml -> {
      if (nodes.size() != 1) {
        xml.writeStartElement("data");
        xml.writeDefaultNamespace(RESTCONF);
      }
      for (DataNode node : nodes) {
        write(xml, schema.locate(node.xpath().text()).schema(), node, null);
      }
      if (nodes.size() != 1) {
        xml.writeEndElement();
      }
    });
  }

  /** Leafs of one node, each with its namespace, to stand in a document that is made elsewhere. */
  String leaves(SchemaNode kind, Map<String, String> values) {
    return written(xml -> {
      for (var leaf : values.entrySet()) {
        writeLeaf(xml, kind.storedChild(leaf.getKey()), leaf.getValue(), null);
      }
    });
  }

  private interface Content {
    void write(XMLStreamWriter xml) throws XMLStreamException;
  }

  private String written(Content content) {
    text = new StringWriter(1_024);
    counted = 0;
    try {
      XMLStreamWriter xml = XML.createXMLStreamWriter(text);
      content.write(xml);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("data that cannot be written as XML", e);
    }
    count(0);
    return text.toString();
  }

  private void write(
      XMLStreamWriter xml, SchemaNode kind, DataNode node, @Nullable String inherited)
      throws XMLStreamException {
    String namespace = start(xml, kind, inherited);
    // RFC 7950, section 7.8.5: the keys come first.
    for (String key : kind.keys()) {
      writeLeaf(xml, kind.storedChild(key), node.leaves().get(key), namespace);
    }
    for (var leaf : node.leaves().entrySet()) {
      if (!kind.keys().contains(leaf.getKey())) {
        writeLeaf(xml, kind.storedChild(leaf.getKey()), leaf.getValue(), namespace);
      }
    }
    for (DataNode child : node.children()) {
      write(xml, kind.storedChild(child.name()), child, namespace);
    }
    xml.writeEndElement();
  }

  private static String start(XMLStreamWriter xml, SchemaNode kind, @Nullable String inherited)
      throws XMLStreamException {
    String namespace = kind.qname().getNamespace().toString();
    xml.writeStartElement(kind.localName());
    if (!namespace.equals(inherited)) {
      xml.writeDefaultNamespace(namespace);
    }
    return namespace;
  }

  private void writeLeaf(
      XMLStreamWriter xml, SchemaNode leaf, @Nullable Object value, @Nullable String inherited)
      throws XMLStreamException {
    if (value == null) {
      return;
    }
    if (value instanceof List<?> values && leaf.kind() == SchemaNode.Kind.LEAF_LIST) {
      for (Object one : values) {
        writeValue(xml, leaf, String.valueOf(one), inherited);
      }
    } else {
      // The empty type is a list of one null in JSON, and an empty element here.
      writeValue(xml, leaf, value instanceof List<?> ? "" : value.toString(), inherited);
    }
  }

  private void writeValue(
      XMLStreamWriter xml, SchemaNode leaf, String value, @Nullable String inherited)
      throws XMLStreamException {
    start(xml, leaf, inherited);
    // RFC 7950, section 9.10.3: the module of an identity is a namespace prefix.
    int colon = leaf.type().identity() ? value.indexOf(':') : -1;
    String namespace = colon < 0 ? null : schema.namespace(value.substring(0, colon));
    if (namespace != null) {
      xml.writeNamespace(value.substring(0, colon), namespace);
    }
    writeText(xml, value);
    xml.writeEndElement();
    count(STEP);
  }

  private void count(int from) {
    int written = text.getBuffer().length() - counted;
    if (written > from) {
      memory.accept(written);
      counted += written;
    }
  }

  // A parser makes line feeds of carriage returns that are not written as references (XML 1.0,
  // section 2.11).
  private static void writeText(XMLStreamWriter xml, String text) throws XMLStreamException {
    int written = 0;
    for (int cr = text.indexOf('\r'); cr >= 0; cr = text.indexOf('\r', cr + 1)) {
      xml.writeCharacters(text.substring(written, cr));
      xml.writeEntityRef("#13");
      written = cr + 1;
    }
    xml.writeCharacters(text.substring(written));
  }
}
