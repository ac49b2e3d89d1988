package org.reprise.load.measure;

/**
 * The names of the variants in which an experiment runs. They are text and not an enum because a
 * baseline's explanation may bring variants of its own (its control and its treatment).
 */
public final class Variant {
  /** The report's flows, cold start included: what the published columns are compared with. */
  public static final String REPORT_EXACT = "report-exact";

  /** After warm-up: what claims, floors and aims use. */
  public static final String STEADY = "steady";

  /** A load beyond the report's, to what a system carries: no share of the processors limits it. */
  public static final String SEARCH = "search";

  private Variant() {}
}
