package org.reprise.ebms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/** The schema that all output must conform to. */
public final class EnvelopeSchema {
  private static final Schema SCHEMA = load();

  private EnvelopeSchema() {}

  private static Schema load() {
    try {
      return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
          .newSchema(Objects.requireNonNull(EnvelopeSchema.class.getResource("soap.xsd")));
    } catch (SAXException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fails with what is wrong and the document. */
  public static void check(byte[] document) {
    try {
      SCHEMA.newValidator().validate(new StreamSource(new ByteArrayInputStream(document)));
    } catch (SAXException | IOException e) {
      throw new AssertionError(
          e.getMessage() + " in\n" + new String(document, java.nio.charset.StandardCharsets.UTF_8),
          e);
    }
  }
}
