package org.reprise.ebms.agreement;

import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.ClosedXml;
import org.reprise.ebms.envelope.Severity;

/**
 * An element of an agreement's document, with its line; what is wrong with it is added to the
 * document's findings. Read within limits; a document type declaration is refused and nothing
 * outside the document is opened.
 */
final class CpaElement {
  static final String NAMESPACE =
      "http://www.oasis-open.org/committees/ebxml-cppa/schema/cpp-cpa-2_0.xsd";
  private static final WstxInputFactory FACTORY =
      ClosedXml.factory(64, 100_000, 64, 65_536, 262_144);

  static {
    // A text that is wrong would be noticed only when it is asked for, by an unchecked exception.
    FACTORY.getConfig().doParseLazily(false);
  }

  private final @Nullable CpaElement parent;
  private final Findings findings;
  private final String name;
  private final int line;
  private final Map<String, String> attributes = new HashMap<>();
  private final List<CpaElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private CpaElement(@Nullable CpaElement parent, Findings findings, String name, int line) {
    this.parent = parent;
    this.findings = findings;
    this.name = name;
    this.line = line;
  }

  /** Reads a document; throws InvalidAgreement where it is not well-formed or has a DTD. */
  static CpaElement read(byte[] document, Findings findings) {
    try {
      XMLStreamReader xml = FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
      try {
        return read(xml, findings);
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw broken(line, "not readable: " + ClosedXml.reason(e));
    }
  }

  private static InvalidAgreement broken(int line, String message) {
    return new InvalidAgreement(
        List.of(new Finding(Severity.ERROR, Math.max(line, 1), "/", message)));
  }

  private static CpaElement read(XMLStreamReader xml, Findings findings) throws XMLStreamException {
    CpaElement root = null;
    CpaElement current = null;
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.DTD ->
            throw broken(
                xml.getLocation().getLineNumber(), "a document type declaration is not allowed");
        case XMLStreamConstants.START_ELEMENT -> {
          current = start(current, findings, xml);
          root = root == null ? current : root;
        }
        case XMLStreamConstants.END_ELEMENT -> current = current == null ? null : current.parent;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (current != null) {
            current.text.append(xml.getText());
          }
        }
        default -> {}
      }
    }
    if (root == null) {
      throw broken(1, "the document is empty");
    }
    return root;
  }

  private static CpaElement start(
      @Nullable CpaElement parent, Findings findings, XMLStreamReader xml) {
    boolean ours = NAMESPACE.equals(xml.getNamespaceURI());
    String name = ours ? xml.getLocalName() : xml.getName().toString();
    CpaElement element = new CpaElement(parent, findings, name, xml.getLocation().getLineNumber());
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String namespace = xml.getAttributeNamespace(i);
      if (namespace == null || namespace.isEmpty() || namespace.equals(NAMESPACE)) {
        element.attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
      }
    }
    if (parent != null) {
      parent.children.add(element);
    }
    return element;
  }

  String name() {
    return name;
  }

  int line() {
    return line;
  }

  String path() {
    return (parent == null ? "" : parent.path()) + "/" + name;
  }

  @Nullable String attribute(String attribute) {
    return attributes.get(attribute);
  }

  String text() {
    return text.toString().strip();
  }

  Stream<CpaElement> children(String childName) {
    return children.stream().filter(child -> child.name.equals(childName));
  }

  @Nullable CpaElement child(String childName) {
    return children(childName).findFirst().orElse(null);
  }

  /** Adds what keeps the agreement from being used. */
  void error(String message) {
    findings.add(Severity.ERROR, this, message);
  }

  /** Adds what will not work, though the agreement is taken. */
  void warning(String message) {
    findings.add(Severity.WARNING, this, message);
  }

  /** An attribute that is true or false; false where it is missing. */
  boolean flag(String attribute) {
    String value = attribute(attribute);
    boolean set = "true".equals(value) || "1".equals(value);
    if (value != null && !set && !value.equals("false") && !value.equals("0")) {
      error("@%s is no boolean: '%s'".formatted(attribute, value));
    }
    return set;
  }

  /** An attribute of the type {@code perMessageCharacteristics.type}. */
  PerMessage perMessage(String attribute) {
    return choice(attribute, PerMessage.values(), PerMessage::text, PerMessage.PER_MESSAGE);
  }

  /**
   * An attribute with few possible values.
   *
   * @param otherwise where the attribute is missing; null where it must be there
   */
  <T> T choice(String attribute, T[] values, Function<T, String> text, @Nullable T otherwise) {
    String value = attribute(attribute);
    for (T one : values) {
      if (text.apply(one).equals(value)) {
        return one;
      }
    }
    if (value != null || otherwise == null) {
      error(
          value == null
              ? "@%s is missing".formatted(attribute)
              : "@%s has no known value: '%s'".formatted(attribute, value));
    }
    return otherwise == null ? values[0] : otherwise;
  }

  String required(String attribute) {
    String value = attribute(attribute);
    if (value == null || value.isBlank()) {
      error("@%s is missing".formatted(attribute));
      return "";
    }
    return value;
  }

  /** A child that must be there; null where it is not. */
  @Nullable CpaElement requiredChild(String childName) {
    CpaElement child = child(childName);
    if (child == null) {
      error(childName + " is missing");
    }
    return child;
  }
}
