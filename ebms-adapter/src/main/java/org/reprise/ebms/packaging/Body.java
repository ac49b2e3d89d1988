package org.reprise.ebms.packaging;

import java.io.IOException;
import java.io.OutputStream;

/** The body of an HTTP request that carries a message; may be written several times. */
public interface Body {
  /** The content type of an envelope in UTF-8. */
  String TEXT_XML = "text/xml; charset=UTF-8";

  String contentType();

  long length();

  void writeTo(OutputStream to) throws IOException;

  /** Returns a message without payloads; its envelope is in UTF-8. */
  static Body envelope(byte[] document) {
    return new Body() {
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
    };
  }
}
