package org.reprise.load.system;

/**
 * A system cannot be measured against this target, whatever else was typed. The message says why.
 */
public final class TargetRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** With the reason. */
  public TargetRefusedException(String message) {
    super(message);
  }
}
