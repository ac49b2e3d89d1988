package org.reprise.ebms.envelope;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Reads envelopes by pulling events from the bytes, in one pass and within limits. Document type
 * declarations are refused, and nothing outside the document is ever opened. Thread-safe.
 */
public final class EnvelopeReader {
  private static final int BUFFER_CHARACTERS = 1024;

  // Bounds on the XML, so that a small document cannot cost much: enough for envelopes of the
  // captures' kind with hundreds of payloads.
  private static final int MAX_DEPTH = 32;
  private static final int MAX_ELEMENTS = 2000;
  private static final int MAX_ATTRIBUTES = 32;
  private static final int MAX_VALUE_LENGTH = 16_384;

  private final WstxInputFactory factory = factory();

  private static WstxInputFactory factory() {
    WstxInputFactory factory =
        ClosedXml.factory(
            MAX_DEPTH, MAX_ELEMENTS, MAX_ATTRIBUTES, MAX_VALUE_LENGTH, MAX_VALUE_LENGTH);
    factory.configureForSpeed();
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    factory.setProperty(XMLInputFactory2.P_AUTO_CLOSE_INPUT, false);
    // Each request has a thread of its own, so that no reader finds the buffer of one before it.
    factory.setProperty(WstxInputProperties.P_INPUT_BUFFER_LENGTH, BUFFER_CHARACTERS);
    return factory;
  }

  /**
   * Reads a document.
   *
   * @param encoding as the packaging names it; null where it does not, then it is read from the
   *     document itself (XML 1.0, appendix F)
   * @throws RefusedMessage where the document is no envelope of ebMS 2.0
   */
  public Envelope read(InputStream document, @Nullable String encoding) {
    try {
      XMLStreamReader2 xml =
          (XMLStreamReader2)
              (encoding == null
                  ? factory.createXMLStreamReader(document)
                  : factory.createXMLStreamReader(document, encoding));
      try {
        return new EnvelopeParse(xml).envelope();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      throw EnvelopeParse.malformed(e);
    }
  }
}
