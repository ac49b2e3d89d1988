package org.reprise.cps.payload;

import com.google.common.xml.XmlEscapers;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QName;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;

/**
 * An XML document for yangtools, which starts at an element that stands for the parent. A sender
 * may have that element, as the parent itself or as the {@code data} of RESTCONF (RFC 8040, section
 * 3.3.1) or of NETCONF (RFC 6241) around one or several nodes, or send just the nodes.
 */
final class XmlInput {
  private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();
  private static final Set<String> DATA_NAMESPACES =
      Set.of("", XmlDocument.RESTCONF, "urn:ietf:params:xml:ns:netconf:base:1.0");
  private static final Pattern DECLARATION = Pattern.compile("\uFEFF?(?:\\s*<\\?xml\\s[^>]*\\?>)?");

  static {
    XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // Lifts the JDK's limits of 100 levels and 100,000 characters written as &amp; and the like:
    // without document types nothing can expand.
    XML.setProperty("jdk.xml.maxElementDepth", "0");
    XML.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    XML.setProperty("jdk.xml.totalEntitySizeLimit", "0");
  }

  private final YangSchema schema;
  private final DataPath parent;
  private final PayloadNodes counted;

  XmlInput(YangSchema schema, DataPath parent, PayloadNodes counted) {
    this.schema = schema;
    this.parent = parent;
    this.counted = counted;
  }

  /**
   * Opens a document.
   *
   * @param maxDepth how deep its elements may nest
   * @param values sees each value before yangtools does
   * @throws InvalidData for a document type, which may define entities that stand for files or
   *     explode
   */
  XMLStreamReader open(String text, int maxDepth, BiConsumer<SchemaNode, String> values)
      throws XMLStreamException {
    String document = withoutDeclaration(text);
    String whole = isData(document) ? document : wrapped(document);
    return new Bounded(reader(withKeys(whole)), maxDepth, values);
  }

  private String wrapped(String document) {
    QName name = parent.schema().qname();
    String namespace = XmlEscapers.xmlAttributeEscaper().escape(name.getNamespace().toString());
    return "<%1$s xmlns=\"%2$s\">%3$s</%1$s>".formatted(name.getLocalName(), namespace, document);
  }

  // yangtools wants the keys of the entry that the document's children belong to.
  private String withKeys(String document) throws XMLStreamException {
    int inside = endOfFirstTag(document);
    if (parent.schema().kind() != Kind.LIST || document.charAt(inside - 2) == '/') {
      return document;
    }
    Map<String, String> missing = new LinkedHashMap<>(parent.xpath().keys());
    missing.keySet().removeAll(childNames(document));
    String keys = new XmlDocument(schema, characters -> {}).leaves(parent.schema(), missing);
    return document.substring(0, inside) + keys + document.substring(inside);
  }

  private Set<String> childNames(String document) throws XMLStreamException {
    String namespace = parent.schema().qname().getNamespace().toString();
    Set<String> names = new HashSet<>();
    XMLStreamReader reader = reader(document);
    try {
      int depth = 0;
      // Deeper documents are refused when they are read; here they would fill the heap.
      while (depth <= PayloadReader.MAX_DEPTH && reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.START_ELEMENT
            && ++depth == 2
            && namespace.equals(reader.getNamespaceURI())) {
          names.add(reader.getLocalName());
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
      }
    } finally {
      reader.close();
    }
    return names;
  }

  // The document is known to begin with an element, maybe after comments and instructions.
  private static int endOfFirstTag(String document) {
    int at = document.indexOf('<');
    while (document.startsWith("<!--", at) || document.startsWith("<?", at)) {
      String end = document.startsWith("<?", at) ? "?>" : "-->";
      at = document.indexOf('<', document.indexOf(end, at + end.length() + 1) + end.length());
    }
    char quote = 0;
    while (quote != 0 || document.charAt(at) != '>') {
      char c = document.charAt(at++);
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
    return at + 1;
  }

  private static XMLStreamReader reader(String document) throws XMLStreamException {
    return XML.createXMLStreamReader(new StringReader(document));
  }

  // The encoding that it names is that of the bytes which the text was read from.
  private static String withoutDeclaration(String text) {
    Matcher declaration = DECLARATION.matcher(text);
    return declaration.lookingAt() ? text.substring(declaration.end()) : text;
  }

  // A child of the parent's name is meant as the child.
  private boolean isParent(String namespace, String name) {
    QName qname = parent.schema().qname();
    return name.equals(qname.getLocalName())
        && namespace.equals(qname.getNamespace().toString())
        && schema.child(parent.schema(), namespace, name) == null;
  }

  private boolean isData(String document) throws XMLStreamException {
    XMLStreamReader reader = reader(document);
    try {
      int event = reader.getEventType();
      while (event != XMLStreamConstants.START_ELEMENT && reader.hasNext()) {
        event = reader.next();
        if (event == XMLStreamConstants.DTD) {
          throw new InvalidData("The payload has a document type, which is not allowed.");
        }
      }
      if (event != XMLStreamConstants.START_ELEMENT) {
        return false;
      }
      String namespace = Objects.requireNonNullElse(reader.getNamespaceURI(), "");
      String name = reader.getLocalName();
      return (name.equals("data") && DATA_NAMESPACES.contains(namespace))
          || isParent(namespace, name);
    } finally {
      reader.close();
    }
  }

  /** Requires that nothing but comments follows what was read. */
  static void requireEnd(XMLStreamReader reader) throws XMLStreamException {
    while (reader.getEventType() != XMLStreamConstants.END_DOCUMENT) {
      if (reader.next() == XMLStreamConstants.START_ELEMENT) {
        throw new XMLStreamException(
            "Nothing may follow, but there is " + reader.getLocalName(), reader.getLocation());
      }
    }
  }

  private final class Bounded extends StreamReaderDelegate {
    private final int maxDepth;
    private final BiConsumer<SchemaNode, String> values;
    // The schema nodes of the open elements; null for one without a place in the schema.
    private final List<@Nullable SchemaNode> open = new ArrayList<>();

    Bounded(XMLStreamReader reader, int maxDepth, BiConsumer<SchemaNode, String> values) {
      super(reader);
      this.maxDepth = maxDepth;
      this.values = values;
    }

    @Override
    public int next() throws XMLStreamException {
      int event = super.next();
      return OwnFault.marked(() -> counted(event));
    }

    @Override
    public int nextTag() throws XMLStreamException {
      int event = super.nextTag();
      return OwnFault.marked(() -> counted(event));
    }

    // yangtools does not expect that there is none.
    @Override
    public String getNamespaceURI() {
      return Objects.requireNonNullElse(super.getNamespaceURI(), "");
    }

    // It passes the end of the element.
    @Override
    public String getElementText() throws XMLStreamException {
      String text = super.getElementText();
      SchemaNode leaf = open.removeLast();
      if (leaf != null) {
        OwnFault.run(() -> values.accept(leaf, text));
      }
      return text;
    }

    private @Nullable SchemaNode opened() {
      if (open.isEmpty()) {
        return parent.schema();
      }
      SchemaNode around = open.getLast();
      return around == null ? null : schema.child(around, getNamespaceURI(), getLocalName());
    }

    private int counted(int event) throws XMLStreamException {
      if (event == START_ELEMENT) {
        counted.add();
        open.add(opened());
        // yangtools would pass it over, and store what NETCONF's operation="delete" stands on.
        if (getAttributeCount() > 0) {
          throw new XMLStreamException(
              "The element %s has the attribute %s, but data has none"
                  .formatted(
                      Excerpt.of(getLocalName(), 200), Excerpt.of(getAttributeLocalName(0), 200)),
              getLocation());
        }
      } else if (event == END_ELEMENT) {
        open.removeLast();
      }
      if (open.size() > maxDepth) {
        throw new XMLStreamException(
            "The payload nests deeper than %d levels.".formatted(maxDepth), getLocation());
      }
      // yangtools would pass it over.
      if ((event == CHARACTERS || event == CDATA) && !isWhiteSpace()) {
        throw new XMLStreamException(
            "The text '%s' stands where only elements may be"
                .formatted(Excerpt.of(getText().strip(), 200).lines().findFirst().orElse("")),
            getLocation());
      }
      return event;
    }
  }
}
