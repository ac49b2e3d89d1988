package org.reprise.cps.fault;

/** Something with this name or xpath exists already. */
public final class AlreadyDefined extends Conflict {
  /** Says what kind of thing exists, for example {@code Anchor}, and in what. */
  public AlreadyDefined(String what, String name, String where) {
    super(
        "Already defined exception",
        "%s with name %s already exists for %s.".formatted(what, name, where));
  }
}
