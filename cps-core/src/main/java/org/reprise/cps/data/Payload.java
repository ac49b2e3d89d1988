package org.reprise.cps.data;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Data as it was sent.
 *
 * @param format how it is written
 * @param text the document
 */
public record Payload(Format format, String text) {
  /**
   * The most objects, arrays, elements and values of a document that is read into memory whole:
   * each takes some hundred bytes there, however few characters it has.
   */
  public static final int MOST_NODES = PayloadReader.MOST_NODES;

  private static final JsonMapper JSON = JsonMapper.builder().build();

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

  /** The bytes that it has in UTF-8. */
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a surrogate pair stands for two of its four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /**
   * Whether a document has more objects, arrays, elements and values than that, without reading it
   * into memory. Of XML it is about the number; a document that cannot be read has no more.
   */
  public boolean hasMoreNodesThan(int most) {
    return format == Format.XML ? hasMoreElementsThan(most) : hasMoreValuesThan(most);
  }

  // An element has two of these, or one and no text; an attribute has one.
  private boolean hasMoreElementsThan(int most) {
    long signs = text.chars().filter(c -> c == '<' || c == '=').count();
    return signs > 2L * most;
  }

  private boolean hasMoreValuesThan(int most) {
    int values = 0;
    try (JsonParser json = JSON.createParser(text)) {
      for (JsonToken token = json.nextToken();
          token != null && values <= most;
          token = json.nextToken()) {
        values += token.isScalarValue() || token.isStructStart() ? 1 : 0;
      }
    } catch (JacksonException e) {
      return false;
    }
    return values > most;
  }
}
