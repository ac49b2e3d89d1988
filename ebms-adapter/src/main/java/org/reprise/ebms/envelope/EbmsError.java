package org.reprise.ebms.envelope;

import org.jspecify.annotations.Nullable;

/**
 * One error of an ErrorList.
 *
 * @param code the value of {@code errorCode}; other implementations use codes of their own
 * @param location where in the message: an XPath, or {@code cid:} of a part
 * @param description what is wrong, in English
 */
public record EbmsError(
    String code, Severity severity, @Nullable String location, @Nullable String description) {
  /** An error that is reported by this service. */
  public static EbmsError of(ErrorCode code, String location, String description) {
    return new EbmsError(code.text(), Severity.ERROR, location, description);
  }
}
