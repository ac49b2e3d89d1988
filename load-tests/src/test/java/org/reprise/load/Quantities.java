package org.reprise.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.measure.Measured;

/** Quantities as a run has them: by name and repetition. */
public final class Quantities {
  private Quantities() {}

  /** Each measured in one repetition. */
  public static Map<String, SortedMap<Integer, Double>> once(Map<String, Double> values) {
    Map<String, SortedMap<Integer, Double>> all = new LinkedHashMap<>();
    values.forEach((name, value) -> all.put(name, repeated(List.of(value))));
    return all;
  }

  public static SortedMap<Integer, Double> repeated(List<Double> values) {
    SortedMap<Integer, Double> numbered = new TreeMap<>();
    values.forEach(it -> numbered.put(numbered.size() + 1, it));
    return numbered;
  }

  /** Rounds of some repetitions, of which each may have another number. */
  public static SortedMap<Integer, Double> rounds(List<List<Double>> repetitions) {
    SortedMap<Integer, Double> numbered = new TreeMap<>();
    for (int i = 0; i < repetitions.size(); i++) {
      int first = (i + 1) * Measured.ROUNDS + 1;
      repeated(repetitions.get(i)).forEach((number, it) -> numbered.put(first + number, it));
    }
    return numbered;
  }
}
