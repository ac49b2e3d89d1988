package org.reprise.cps.fault;

/** Something cannot be deleted because something else still needs it. */
public final class InUse extends Conflict {
  /**
   * @param what the thing that was to be deleted
   * @param by what uses it
   */
  public InUse(String what, String by) {
    super("Data in use", "%s is in use by %s.".formatted(what, by));
  }
}
