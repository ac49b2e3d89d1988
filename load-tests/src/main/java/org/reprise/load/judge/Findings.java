package org.reprise.load.judge;

import java.util.List;

/**
 * What a check found in one set of data.
 *
 * @param list each comparison that the data allow
 * @param text the numbers behind them
 */
record Findings(List<Finding> list, String text) {
  Findings {
    list = List.copyOf(list);
  }
}
