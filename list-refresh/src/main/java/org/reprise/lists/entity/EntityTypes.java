package org.reprise.lists.entity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All entity types that there are. */
public final class EntityTypes {
  /** Where descriptions are: one JSON file for each entity type. */
  public static final String DESCRIPTIONS = "classpath*:entity-types/*.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // What is left out is false.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private final Map<UUID, EntityType> byId;

  private EntityTypes(Map<UUID, EntityType> byId) {
    this.byId = byId;
  }

  /** Reads descriptions on the class path; throws with the name of a file that is wrong. */
  public static EntityTypes load() {
    try {
      Resource[] files = new PathMatchingResourcePatternResolver().getResources(DESCRIPTIONS);
      Arrays.sort(files, Comparator.comparing(one -> String.valueOf(one.getFilename())));
      Map<UUID, EntityType> types = new LinkedHashMap<>();
      for (Resource resource : files) {
        EntityType type = read(resource.getDescription(), resource.getInputStream());
        if (types.putIfAbsent(type.id(), type) != null) {
          throw new IllegalArgumentException(
              resource.getDescription() + ": another entity type has the id " + type.id());
        }
      }
      return new EntityTypes(types);
    } catch (IOException e) {
      throw new UncheckedIOException("Descriptions of entity types cannot be read", e);
    }
  }

  /** Reads a description to its end, and closes it. */
  static EntityType read(String name, InputStream description) {
    try {
      return MAPPER.readValue(description, EntityType.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  /** All, in the order of their files' names. */
  public List<EntityType> all() {
    return List.copyOf(byId.values());
  }

  public Optional<EntityType> find(UUID id) {
    return Optional.ofNullable(byId.get(id));
  }
}
