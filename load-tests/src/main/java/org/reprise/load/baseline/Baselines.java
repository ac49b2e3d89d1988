package org.reprise.load.baseline;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The baselines that this program carries, and the reading of any other. */
public final class Baselines {
  private static final List<String> IDS =
      List.of(
          "cps-307",
          "digikoppeling-2018",
          "folio-lists-poppy",
          "clm-60-ldx",
          "clm-60-gc",
          "ecm-scaleout-2016");
  // A command asks for its baseline dozens of times; reading it takes some tenths of a second.
  private static final Map<String, Baseline> READ = new ConcurrentHashMap<>();
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .annotationIntrospector(new RequiredUnlessNullable())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private Baselines() {}

  public static List<Baseline> all() {
    return IDS.stream().map(Baselines::load).toList();
  }

  /** Returns the baseline, or throws an IllegalArgumentException that names all. */
  public static Baseline load(String id) {
    if (!IDS.contains(id)) {
      throw new IllegalArgumentException(
          "there is no baseline \"%s\"; there is %s".formatted(id, String.join(", ", IDS)));
    }
    return READ.computeIfAbsent(
        id, it -> read("baselines/" + it + ".yaml", new TypeReference<>() {}));
  }

  /** Reads a file of this program, see {@link #parse}. */
  public static <T> T read(String file, TypeReference<T> type) {
    var in = Baselines.class.getClassLoader().getResourceAsStream(file);
    return parse(Objects.requireNonNull(in, file), file, type);
  }

  /**
   * Reads strict YAML to its end and closes it: no unknown, missing or duplicate field.
   *
   * @throws IllegalArgumentException where it is not of that type, with the place
   */
  public static <T> T parse(InputStream in, String file, TypeReference<T> type) {
    try {
      return YAML.readValue(in, type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }
}
