package org.reprise.localstack.process;

/** A process ended although it was still needed, mostly while its readiness was awaited. */
public final class ProcessEnded extends LocalStackException {
  private static final long serialVersionUID = 1L;

  private final String logTail;

  public ProcessEnded(String name, String how, String logTail) {
    super(name + " ended " + how + (logTail.isBlank() ? "; its log is empty" : ":\n" + logTail));
    this.logTail = logTail;
  }

  /** Returns the last lines that the process wrote since it was started. */
  public String logTail() {
    return logTail;
  }
}
