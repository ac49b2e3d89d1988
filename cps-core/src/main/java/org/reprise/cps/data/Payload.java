package org.reprise.cps.data;

/**
 * Data as it was sent.
 *
 * @param format how it is written
 * @param text the document
 */
public record Payload(Format format, String text) {
  /** The encodings of YANG data. */
  public enum Format {
    /** RFC 7951. */
    JSON,
    /** RFC 7950. */
    XML
  }

  /** An RFC 7951 document. */
  public static Payload json(String text) {
    return new Payload(Format.JSON, text);
  }

  /** An RFC 7950 XML document. */
  public static Payload xml(String text) {
    return new Payload(Format.XML, text);
  }
}
