package org.reprise.cps.fault;

/** The payloads and uploads of other requests fill the memory that there is for them. */
public final class MemoryTaken extends Busy {
  public MemoryTaken() {
    super(
        "Memory for payloads is taken",
        "The payloads of other requests fill the memory that there is for them"
            + " (reprise.cps.write.budget); nothing was stored. Try again.");
  }
}
