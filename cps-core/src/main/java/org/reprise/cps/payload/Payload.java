package org.reprise.cps.payload;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

public record Payload(Format format, String text) {
  private static final JsonMapper JSON = JsonMapper.shared();

  public enum Format {
    /** RFC 7951, to the letter. */
    JSON,
    /**
     * JSON as ONAP CPS reads it, for versions 1 and 2 of the API: a number, text or boolean is
     * taken as the type of its leaf, and one list entry may stand without its array.
     */
    ONAP_JSON,
    XML
  }

  public static Payload json(String text) {
    return new Payload(Format.JSON, text);
  }

  /** A JSON document of which ONAP CPS would understand more than RFC 7951 allows. */
  public static Payload onapJson(String text) {
    return new Payload(Format.ONAP_JSON, text);
  }

  public static Payload xml(String text) {
    return new Payload(Format.XML, text);
  }

  public long bytes() {
    // Each half of a surrogate pair stands for two of its four bytes.
    return text.chars()
        .mapToLong(c -> c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate((char) c) ? 2 : 3)
        .sum();
  }

  /**
   * Counts the objects, arrays, elements and values of a document, without reading it into memory.
   * Of XML it is about the number, of a document that cannot be read that of its readable part.
   *
   * @param max where counting stops: the result is at most one more
   */
  public int countNodes(int max) {
    if (format == Format.XML) {
      // An element has two of these, or one and no text; an attribute has one.
      long signs = text.chars().filter(c -> c == '<' || c == '=').count();
      return (int) Math.min(max + 1L, (signs + 1) / 2);
    }
    int values = 0;
    try (JsonParser json = JSON.createParser(text)) {
      for (JsonToken token = json.nextToken();
          token != null && values <= max;
          token = json.nextToken()) {
        values += token.isScalarValue() || token.isStructStart() ? 1 : 0;
      }
    } catch (JacksonException e) {
      // The reader says what is wrong.
      return values;
    }
    return values;
  }
}
