package org.reprise.load.run;

import java.util.Locale;

/** Numbers as people read them, alike on the terminal and on the page. */
public final class Digits {
  private Digits() {}

  /** About three significant digits, thousands apart: 0.992, 29.1, 1,115. */
  public static String of(double value) {
    double size = Math.abs(value);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 || size == 0 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** As published: every digit that the report gives, none added. */
  public static String exact(double value) {
    String text = String.format(Locale.ROOT, "%,.6f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  /** A ratio with its sign: ×0.25, ×1.30, ×12. */
  public static String times(double ratio) {
    return "×" + of(ratio);
  }

  /** A share in percent: 9.4 %. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /** How much more a ratio is than one, in percent: +9.6 %, -3.0 %. */
  public static String more(double ratio) {
    return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100);
  }

  /** The same with half the width of the interval in which the ratio lies: +9.6 ± 0.4 %. */
  public static String more(double ratio, double spread) {
    return String.format(Locale.ROOT, "%+.1f ± %.1f %%", (ratio - 1) * 100, spread * 100);
  }
}
