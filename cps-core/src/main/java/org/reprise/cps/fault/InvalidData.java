package org.reprise.cps.fault;

/** Data that is not well-formed or that its schema does not allow. Nothing of it was stored. */
public final class InvalidData extends InvalidRequest {
  public InvalidData(String details) {
    super("Data Validation Failed", details);
  }
}
