package org.reprise.cps.fault;

/** Something with this name or xpath exists already: HTTP 409. */
public final class AlreadyDefined extends CpsException {
  /** Says what kind of thing exists, for example {@code Anchor}, and in what. */
  public AlreadyDefined(String what, String name, String where) {
    super(
        "Already defined exception",
        "%s with name %s already exists for %s.".formatted(what, name, where));
  }
}
