package org.reprise.load.child;

import java.io.PrintWriter;

/**
 * Says each step of a command that shows no progress within its steps.
 *
 * @param err where it is said
 */
public record StepPrinter(PrintWriter err) implements RunListener {
  @Override
  public void step(String what) {
    err.println(what);
    err.flush();
  }

  @Override
  public void notice(String what) {
    step("note: " + what);
  }

  @Override
  public void progress(ProgressLine progress) {
    // The steps are enough.
  }
}
