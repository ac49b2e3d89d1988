package org.reprise.ebms.envelope;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** Walks over the elements of a document. */
public final class Elements {
  private static final int MAX_NAME_LENGTH = 256;

  private final XMLStreamReader2 xml;

  public Elements(XMLStreamReader2 xml) {
    this.xml = xml;
  }

  /** Goes to the root element; refuses a document type declaration. */
  void toRoot() throws XMLStreamException {
    for (int event = xml.next(); event != XMLStreamConstants.START_ELEMENT; event = xml.next()) {
      if (event == XMLStreamConstants.DTD) {
        throw ErrorCode.OTHER_XML.refusal(
            "/", "A document type declaration is not allowed (SOAP 1.1, section 3)");
      }
    }
    check();
  }

  /** Goes to the element's next child; false after the last, with the reader at its end. */
  public boolean nextChild() throws XMLStreamException {
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          check();
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return false;
        }
        default -> {}
      }
    }
  }

  private void check() {
    int length = xml.getLocalName().length();
    if (length > MAX_NAME_LENGTH) {
      throw ErrorCode.OTHER_XML.refusal(
          "/", "A name has %d characters, more than %d".formatted(length, MAX_NAME_LENGTH));
    }
  }

  public void skip() throws XMLStreamException {
    for (int open = 1; open > 0; ) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          check();
          open++;
        }
        case XMLStreamConstants.END_ELEMENT -> open--;
        default -> {}
      }
    }
  }

  /** Reads what follows the root, so that a damaged end is not overlooked. */
  public void toEnd() throws XMLStreamException {
    while (xml.hasNext()) {
      xml.next();
    }
  }

  /** Looks for a header block in what follows; false where the rest cannot be read. */
  boolean findHeader(String namespace, String name) {
    try {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT) {
          if (isNamed(namespace, name)) {
            return true;
          }
          if (isNamed(Namespaces.SOAP, "Body")) {
            return false;
          }
        }
      }
    } catch (XMLStreamException e) {
      // What is not well-formed reports nothing.
    }
    return false;
  }

  String local() {
    return xml.getLocalName();
  }

  public boolean isLocal(String name) {
    return xml.getLocalName().equals(name);
  }

  boolean isIn(String namespace) {
    return namespace.equals(xml.getNamespaceURI());
  }

  public boolean isNamed(String namespace, String name) {
    return isLocal(name) && isIn(namespace);
  }

  String name() {
    return xml.getName().toString();
  }

  public @Nullable String attribute(String namespace, String name) {
    return xml.getAttributeValue(namespace, name);
  }

  String text() throws XMLStreamException {
    return xml.getElementText();
  }

  /** A text that may not be empty and holds no control characters. */
  String requiredText(String path) throws XMLStreamException {
    return printable(path, text());
  }

  static String printable(String path, String text) {
    if (text.isEmpty()) {
      throw wrong(path, "is empty");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        throw wrong(path, "holds the control character U+%04X".formatted((int) c));
      }
    }
    return text;
  }

  /** An address or name as RFC 3986 writes them; what is read here can be written again. */
  static String uri(String path, String text) {
    try {
      return new URI(printable(path, text)).toString();
    } catch (URISyntaxException e) {
      throw wrong(path, "is no URI: " + e.getReason());
    }
  }

  /** An identifier of a message: no white space, no angle brackets (RFC 2822, section 3.6.4). */
  String messageId(String path) throws XMLStreamException {
    String id = identifier(path);
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c == ' ' || c == '<' || c == '>') {
        throw wrong(path, "holds '%c', which no message identifier does".formatted(c));
      }
    }
    return id;
  }

  /** A text that answers and lists repeat: without a limit, a thousand would fill the heap. */
  String identifier(String path) throws XMLStreamException {
    String id = requiredText(path);
    if (MessageIds.isTooLong(id)) {
      throw wrong(path, "has more than %d bytes".formatted(MessageIds.MAX_BYTES));
    }
    return id;
  }

  Instant dateTime(String path) throws XMLStreamException {
    String text = text();
    return XsDateTime.parse(text)
        .orElseThrow(() -> wrong(path, "is no dateTime: '%s'".formatted(text)));
  }

  private static RefusedMessage wrong(String path, String how) {
    return ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
        path, path.substring(path.lastIndexOf('/') + 1) + " " + how);
  }
}
