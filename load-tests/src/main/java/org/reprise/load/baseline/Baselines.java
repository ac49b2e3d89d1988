package org.reprise.load.baseline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The baselines that this program carries, and the reading of any other. */
public final class Baselines {
  private static final List<String> IDS =
      List.of("cps-307", "digikoppeling-2018", "folio-lists-poppy", "clm-60-ldx", "clm-60-gc");
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

  public static List<String> ids() {
    return IDS;
  }

  public static List<Baseline> all() {
    return IDS.stream().map(Baselines::load).toList();
  }

  /**
   * The baseline with the id.
   *
   * @throws IllegalArgumentException where there is none, naming those that there are
   */
  public static Baseline load(String id) {
    if (!IDS.contains(id)) {
      throw new IllegalArgumentException(
          "there is no baseline \"%s\"; there is %s".formatted(id, String.join(", ", IDS)));
    }
    String file = "baselines/" + id + ".yaml";
    try (InputStream in = Baselines.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the program");
      }
      return read(in, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads and checks a baseline.
   *
   * @param file its name, for messages
   * @throws BaselineInvalidException where it is not one: unknown or missing field, duplicate id, a
   *     reference to nothing
   */
  public static Baseline read(InputStream in, String file) {
    var baseline = parse(in, file, new TypeReference<Baseline>() {});
    new BaselineCheck(file, baseline).run();
    return baseline;
  }

  /**
   * Reads strict YAML: no unknown, missing or duplicate field.
   *
   * @throws BaselineInvalidException where it is not of that type, with the place
   */
  public static <T> T parse(InputStream in, String file, TypeReference<T> type) {
    try {
      return YAML.readValue(in, type);
    } catch (JacksonException e) {
      throw new BaselineInvalidException(file, place(e), e.getOriginalMessage());
    }
  }

  /**
   * A figure of these fields.
   *
   * @throws IllegalArgumentException where one is missing, unknown or none
   */
  static Figure figure(Map<String, Object> fields) {
    try {
      return YAML.convertValue(fields, Figure.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    String line = at == null ? "unknown line" : "line " + at.getLineNr();
    if (!(e instanceof DatabindException bind) || bind.getPath().isEmpty()) {
      return line;
    }
    String path =
        bind.getPath().stream()
            .map(step ->
                step.getPropertyName() == null
                    ? "[" + step.getIndex() + "]"
                    : "." + step.getPropertyName())
            .collect(Collectors.joining());
    return line + ", " + (path.startsWith(".") ? path.substring(1) : path);
  }
}
