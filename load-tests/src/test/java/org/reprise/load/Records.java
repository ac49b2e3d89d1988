package org.reprise.load;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;

/** Copies of records, so that a test names only what it changes. */
public final class Records {
  private Records() {}

  /**
   * The same record but for some components.
   *
   * @param changed names of components, each followed by its new value
   */
  public static <R extends Record> R with(R record, @Nullable Object... changed) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    RecordComponent[] components = record.getClass().getRecordComponents();
    try {
      for (RecordComponent component : components) {
        values.put(component.getName(), component.getAccessor().invoke(record));
      }
      for (int i = 0; i < changed.length; i += 2) {
        if (!values.containsKey(String.valueOf(changed[i]))) {
          throw new IllegalArgumentException("no component " + changed[i]);
        }
        values.put(String.valueOf(changed[i]), changed[i + 1]);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      @SuppressWarnings("unchecked")
      R copy =
          (R)
              record
                  .getClass()
                  .getDeclaredConstructor(types)
                  .newInstance(values.values().toArray());
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Executions of which nothing is known but the calls. */
  public static Measured measured(
      List<ExperimentRun> experiments, List<OperationSummary> operations) {
    return with(
        Measured.nothing(Map.of(), ""),
        "experiments",
        experiments,
        "operations",
        operations,
        "invalidReasons",
        List.of());
  }
}
