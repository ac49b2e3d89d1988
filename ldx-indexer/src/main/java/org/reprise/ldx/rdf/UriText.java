package org.reprise.ldx.rdf;

import java.util.regex.Pattern;

/** Checks of texts that are to be stored as URIs. */
public final class UriText {
  private static final int MAX_LENGTH = 2_000;

  // Without what no format of RDF can write between its delimiters (RDF 1.1 Turtle, IRIREF), and
  // without halves of surrogate pairs and the two characters that XML 1.0 does not have.
  private static final Pattern USABLE =
      Pattern.compile("[^\\x00-\\x20\\x7f<>\"{}|^`\\\\\\p{Cs}\\ufffe\\uffff]++");

  private UriText() {}

  /**
   * Returns whether a text can be stored and compared: documents may hold any character by an
   * escape, also those that no database takes.
   */
  public static boolean isUsable(String uri) {
    return uri.length() <= MAX_LENGTH && USABLE.matcher(uri).matches();
  }

  /** Returns whether it is usable, and an http or https address. */
  public static boolean isAddress(String uri) {
    return (uri.startsWith("http://") || uri.startsWith("https://")) && isUsable(uri);
  }
}
