package org.reprise.ebms.envelope;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

/**
 * Parsers of documents that come from outside: document type declarations are not expanded, nothing
 * outside the document is opened, and what a document may cost is bounded.
 */
public final class ClosedXml {
  private ClosedXml() {}

  /**
   * A factory of parsers, safe for use by several threads.
   *
   * @param depth how deep elements may be nested
   * @param elements of the whole document
   * @param attributes of one element, and namespaces declared on it
   * @param attributeLength characters of an attribute's value
   * @param textLength characters of an element's text
   */
  public static WstxInputFactory factory(
      int depth, long elements, int attributes, int attributeLength, int textLength) {
    WstxInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setXMLResolver((publicId, systemId, base, namespace) -> {
      throw new XMLStreamException("nothing outside the document is read");
    });
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, depth);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, elements);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, attributes);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, attributeLength);
    factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, textLength);
    return factory;
  }

  /** Returns why a document cannot be read, without the place, which parsers add in a new line. */
  public static String reason(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    int place = message.indexOf("\n at [row");
    return (place < 0 ? message : message.substring(0, place)).replace('\n', ' ');
  }
}
