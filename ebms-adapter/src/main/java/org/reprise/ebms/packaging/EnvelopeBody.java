package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A message without payloads.
 *
 * @param document the envelope in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // written once, passed on, never changed
public record EnvelopeBody(byte[] document) implements Body {
  /** The content type of an envelope in UTF-8. */
  public static final String TEXT_XML = "text/xml; charset=UTF-8";

  @Override
  public String contentType() {
    return TEXT_XML;
  }

  @Override
  public long length() {
    return document.length;
  }

  @Override
  public void writeTo(OutputStream to) throws IOException {
    to.write(document);
  }
}
