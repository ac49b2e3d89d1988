package org.reprise.content.store;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What the storage areas hold, and what room they have. Health calls it {@code storage}: degraded
 * where an area takes no contents, down where its file system cannot be read.
 */
@Component("storageHealthIndicator")
public class StoreState implements HealthIndicator {
  private final StorageAreas areas;
  private final JdbcClient database;
  // Anybody may ask for the health, and each check of a bucket is a request to it.
  private final LoadingCache<String, Health> lastHealth =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofSeconds(5)).build(_ -> check());

  StoreState(StorageAreas areas, JdbcClient database) {
    this.areas = areas;
    this.database = database;
  }

  /**
   * An area.
   *
   * @param contents that the database knows there
   * @param quarantined contents that are missing or damaged; they are not served
   * @param fault why its room cannot be read; null where it can, then {@code room} is not
   */
  public record Area(
      String name,
      boolean isCurrent,
      String serve,
      long contents,
      long bytes,
      long quarantined,
      @Nullable Room room,
      @Nullable String fault) {}

  /** Counts the contents of all areas, which takes as long as reading an index of all of them. */
  public List<Area> areas() {
    List<Count> counts =
        database
            .sql(
                """
                select name, count(area) as contents, coalesce(sum(size), 0) as bytes,
                  count(quarantined_at) as quarantined
                from unnest(?::text[]) with ordinality known (name, place)
                  left join blob on area = name
                group by name, place order by place
                """)
            .param(areas.all().stream().map(StorageArea::name).toArray(String[]::new))
            .query(new SimplePropertyRowMapper<>(Count.class))
            .list();
    // A bucket may take long to ask, and needs no connection.
    return counts.stream().map(this::describe).toList();
  }

  private record Count(String name, long contents, long bytes, long quarantined) {}

  private Area describe(Count count) {
    StorageArea area = areas.of(count.name());
    Room room = null;
    String fault = null;
    try {
      room = area.room();
    } catch (IOException e) {
      fault = e.getMessage();
    } catch (StorageUnavailable e) {
      fault = e.getBody().getDetail();
    }
    return new Area(
        area.name(),
        area.equals(areas.current()),
        area.serving().name().toLowerCase(Locale.ROOT),
        count.contents(),
        count.bytes(),
        count.quarantined(),
        room,
        fault);
  }

  @Override
  public Health health() {
    return lastHealth.get("");
  }

  private Health check() {
    Health.Builder health = Health.up();
    for (StorageArea area : areas.all()) {
      try {
        Room room = area.room();
        health.withDetail(area.name(), room);
        if (room.isReadOnly()) {
          health.status("DEGRADED");
        }
      } catch (IOException | StorageUnavailable e) {
        return Health.down(e).build();
      }
    }
    return health.build();
  }
}
