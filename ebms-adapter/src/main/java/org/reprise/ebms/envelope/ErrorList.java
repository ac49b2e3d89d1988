package org.reprise.ebms.envelope;

import java.util.List;

/**
 * What was wrong with a message.
 *
 * @param errors one or more
 */
public record ErrorList(List<EbmsError> errors) {
  /** Copies; refuses an empty list. */
  public ErrorList {
    errors = List.copyOf(errors);
    if (errors.isEmpty()) {
      throw new IllegalArgumentException("an ErrorList has at least one error");
    }
  }

  /** The worst of the errors' severities. */
  public Severity highestSeverity() {
    return errors.stream().anyMatch(error -> error.severity() == Severity.ERROR)
        ? Severity.ERROR
        : Severity.WARNING;
  }
}
