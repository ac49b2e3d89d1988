package org.reprise.oslc.rdf;

import java.io.Writer;

/**
 * Text in memory for one thread. The JDK's writers take a lock for each character, and the library
 * writes Turtle character by character.
 */
final class UnlockedWriter extends Writer {
  private final StringBuilder text;

  UnlockedWriter(int usualLength) {
    this.text = new StringBuilder(usualLength);
  }

  @Override
  public void write(int character) {
    text.append((char) character);
  }

  @Override
  public void write(char[] characters, int offset, int length) {
    text.append(characters, offset, length);
  }

  @Override
  public void write(String string, int offset, int length) {
    text.append(string, offset, offset + length);
  }

  @Override
  public void flush() {
    // It is in memory already.
  }

  @Override
  public void close() {
    // There is nothing to give back.
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
