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
    /** RFC 7951, to the letter. */
    JSON,
    /**
     * JSON as ONAP CPS reads it, for versions 1 and 2 of the API: a number, text or boolean is
     * taken as the type of its leaf, and one list entry may stand without its array.
     */
    ONAP_JSON,
    /** RFC 7950. */
    XML
  }

  /** An RFC 7951 document. */
  public static Payload json(String text) {
    return new Payload(Format.JSON, text);
  }

  /** A JSON document of which ONAP CPS would understand more than RFC 7951 allows. */
  public static Payload onapJson(String text) {
    return new Payload(Format.ONAP_JSON, text);
  }

  /** An RFC 7950 XML document. */
  public static Payload xml(String text) {
    return new Payload(Format.XML, text);
  }
}
