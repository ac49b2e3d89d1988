package org.reprise.lists.web;

import java.util.List;
import java.util.stream.Collectors;

/** A well-formed request that is not carried out, for one or more reasons. */
public final class UnprocessableRequest extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Violation> violations;

  public UnprocessableRequest(List<Violation> violations) {
    super(violations.stream().map(Violation::message).collect(Collectors.joining("; ")));
    this.violations = List.copyOf(violations);
  }

  public List<Violation> violations() {
    return violations;
  }
}
