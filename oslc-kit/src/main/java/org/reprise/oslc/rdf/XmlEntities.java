package org.reprise.oslc.rdf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Refuses XML whose entities are not all declared in the document itself. Nothing outside of it is
 * read, and the parser of RDF/XML leaves out what it does not know: a text with a hole would be
 * stored.
 */
final class XmlEntities extends DefaultHandler2 {
  private @Nullable Locator locator;

  private XmlEntities() {}

  /**
   * Checks a document.
   *
   * @throws Refusal 400 with line and column, also where it is no XML
   */
  static void requireOwn(byte[] body) {
    XmlEntities entities = new XmlEntities();
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      SAXParser parser = factory.newSAXParser();
      parser.setProperty("http://xml.org/sax/properties/lexical-handler", entities);
      parser.setProperty("http://xml.org/sax/properties/declaration-handler", entities);
      parser.parse(new ByteArrayInputStream(body), entities);
    } catch (SAXParseException e) {
      throw RdfReader.malformed(e.getMessage(), e.getLineNumber(), e.getColumnNumber());
    } catch (SAXException | IOException e) {
      throw RdfReader.malformed(e.getMessage(), -1, -1);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private SAXException fault(String what) {
    return new SAXParseException(what, locator);
  }

  @Override
  public void setDocumentLocator(Locator place) {
    locator = place;
  }

  @Override
  public void startDTD(String name, @Nullable String publicId, @Nullable String systemId)
      throws SAXException {
    if (publicId != null || systemId != null) {
      throw fault("The DTD is outside of the document, and nothing is fetched.");
    }
  }

  @Override
  public void externalEntityDecl(String name, @Nullable String publicId, String systemId)
      throws SAXException {
    throw fault("The entity " + name + " is outside of the document, and nothing is fetched.");
  }

  // Behind one, a parser may take an entity that it does not know for one that it has not read.
  @Override
  public void internalEntityDecl(String name, String value) throws SAXException {
    if (name.startsWith("%")) {
      throw fault("Parameter entities (" + name + ") are not read.");
    }
  }

  @Override
  public void skippedEntity(String name) throws SAXException {
    throw fault("The entity " + name + " is not declared in the document.");
  }

  @Override
  public InputSource resolveEntity(
      @Nullable String name, @Nullable String publicId, @Nullable String base, String systemId) {
    return new InputSource(new StringReader(""));
  }

  @Override
  public void error(SAXParseException e) throws SAXException {
    throw e;
  }
}
