package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A chore that rests for long after it is done. */
final class Seldom implements BooleanSupplier {
  private final BooleanSupplier chore;
  private final Duration rest;
  private long next;

  Seldom(BooleanSupplier chore, Duration rest) {
    this.chore = chore;
    this.rest = rest;
    this.next = System.nanoTime() + rest.toNanos();
  }

  @Override
  public boolean getAsBoolean() {
    if (System.nanoTime() - next < 0) {
      return false;
    }
    boolean more = chore.getAsBoolean();
    if (!more) {
      next = System.nanoTime() + rest.toNanos();
    }
    return more;
  }
}
