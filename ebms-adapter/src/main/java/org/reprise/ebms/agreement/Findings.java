package org.reprise.ebms.agreement;

import java.util.ArrayList;
import java.util.List;
import org.reprise.ebms.envelope.Severity;

/** The errors and warnings found in a document; bounded, since a document may have very many. */
final class Findings {
  private static final int MAX_FINDINGS = 50;

  private final List<Finding> list = new ArrayList<>();

  void add(Severity severity, CpaElement at, String message) {
    // An error must not be lost behind warnings.
    if (list.size() < MAX_FINDINGS || (severity == Severity.ERROR && !hasErrors())) {
      list.add(new Finding(severity, at.line(), at.path(), message));
    }
  }

  boolean hasErrors() {
    return list.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }

  List<Finding> list() {
    return List.copyOf(list);
  }
}
