package org.reprise.ldx.ownership;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The predicates that are indexed. They are data: a file names them, and no code does. */
public final class LinkTypes {
  private final Map<String, LinkType> byPredicate;
  private final Map<String, Set<String>> byInverse;

  /** Refuses two types of one predicate. */
  public LinkTypes(Collection<LinkType> types) {
    Map<String, LinkType> all = new LinkedHashMap<>();
    Map<String, Set<String>> inverses = new LinkedHashMap<>();
    for (LinkType type : types) {
      if (all.putIfAbsent(type.predicate(), type) != null) {
        throw new IllegalArgumentException("%s is there twice".formatted(type.predicate()));
      }
      if (type.inverse() != null) {
        inverses
            .computeIfAbsent(type.inverse(), inverse -> new LinkedHashSet<>())
            .add(type.predicate());
      }
    }
    this.byPredicate = Map.copyOf(all);
    this.byInverse = Map.copyOf(inverses);
  }

  /**
   * Reads a JSON array of types.
   *
   * @throws IllegalArgumentException with the file's name when it is not one
   */
  public static LinkTypes read(Resource file) {
    JsonMapper json =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    try (InputStream in = file.getInputStream()) {
      return new LinkTypes(json.readValue(in, new TypeReference<List<LinkType>>() {}));
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "reprise.ldx.link-types: %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  public Collection<LinkType> all() {
    return byPredicate.values();
  }

  /** Returns the type of a stored statement; null where its predicate is not indexed. */
  public @Nullable LinkType of(String predicate) {
    return byPredicate.get(predicate);
  }

  /** Returns the stored predicates that a predicate means: itself, and those it is inverse to. */
  public Set<String> storedAs(String predicate) {
    Set<String> stored = new LinkedHashSet<>(byInverse.getOrDefault(predicate, Set.of()));
    if (byPredicate.containsKey(predicate)) {
      stored.add(predicate);
    }
    return stored;
  }
}
