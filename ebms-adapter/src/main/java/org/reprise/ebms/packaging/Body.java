package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.OutputStream;

/** The body of an HTTP request that carries a message; may be written several times. */
public interface Body {
  /** The header {@code Content-Type}. */
  String contentType();

  long length();

  void writeTo(OutputStream to) throws IOException;

  static Body envelope(byte[] document) {
    return new EnvelopeBody(document);
  }
}
