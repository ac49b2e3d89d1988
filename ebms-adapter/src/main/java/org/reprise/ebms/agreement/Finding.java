package org.reprise.ebms.agreement;

/**
 * An error or a warning about an agreement's document.
 *
 * @param severity {@code error}: it is not taken; {@code warning}: it is, and may not work
 * @param line of the document, from 1
 * @param element where, as names from the root on
 */
public record Finding(Severity severity, int line, String element, String message) {
  public enum Severity {
    /** The agreement cannot be used. */
    ERROR,
    /** The agreement can be used, but something in it will not work. */
    WARNING
  }
}
