package org.reprise.lists.web;

import java.util.List;

/**
 * One reason why a well-formed request is not carried out.
 *
 * @param message for people; FOLIO's words where it has some
 * @param code for programs, such as {@code ITEM_NOT_LOANABLE}
 * @param parameters what it is about
 */
public record Violation(String message, String code, List<Refusal.Parameter> parameters) {
  public Violation {
    parameters = List.copyOf(parameters);
  }
}
