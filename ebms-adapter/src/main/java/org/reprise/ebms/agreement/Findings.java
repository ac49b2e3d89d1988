package org.reprise.ebms.agreement;

import java.util.ArrayList;
import java.util.List;

/**
 * The errors and warnings that are found in a document; bounded, since a document may have very
 * many.
 */
final class Findings {
  private static final int MAX_FINDINGS = 50;

  private final List<Finding> list = new ArrayList<>();

  void add(Finding.Severity severity, CpaElement at, String message) {
    // An error must not be lost behind warnings.
    if (list.size() < MAX_FINDINGS || (severity == Finding.Severity.ERROR && !hasErrors())) {
      list.add(new Finding(severity, at.line(), at.path(), message));
    }
  }

  boolean hasErrors() {
    return list.stream().anyMatch(finding -> finding.severity() == Finding.Severity.ERROR);
  }

  List<Finding> list() {
    return List.copyOf(list);
  }
}
