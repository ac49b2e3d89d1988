package org.reprise.load.deploy;

import java.util.function.Consumer;

/**
 * Hears of the phases of a start, each of which counts as one of those that were announced, and of
 * what goes on within one, such as unpacking a program, which does not count.
 */
public interface Phases extends Consumer<String> {
  /** Something goes on within the present phase. */
  void within(String what);

  /**
   * What hears of things within a phase; a listener that knows no difference hears of all alike.
   */
  static Consumer<String> within(Consumer<String> phases) {
    return phases instanceof Phases both ? both::within : phases;
  }
}
