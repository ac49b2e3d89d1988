package org.reprise.load.baseline;

/** Where a published figure comes from. */
public enum FigureKind {
  /** The report measured it. */
  MEASURED,

  /** The report says it in words that point to another number, and prints none for it. */
  STATED,

  /** Computed from another figure by a formula that the baseline states. */
  DERIVED,

  /** The report extrapolated it. */
  PROJECTED,

  /** Not a result but what was asked for. */
  REQUIREMENT
}
