package org.reprise.cps.fault;

/** Something with this name or xpath exists already. */
public final class AlreadyDefined extends Conflict {
  /**
   * @param what the kind of thing, for example {@code Anchor}
   * @param where what it is in, for example the dataspace's name
   */
  public AlreadyDefined(String what, String name, String where) {
    super(
        "Already defined exception",
        "%s with name %s already exists for %s.".formatted(what, name, where));
  }
}
