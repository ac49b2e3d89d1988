package org.reprise.content.store;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The storage areas by name. New contents go into one of them. */
@Component
public class StorageAreas implements AutoCloseable {
  private final Map<String, StorageArea> all = new LinkedHashMap<>();
  private final String current;

  /**
   * Opens the areas.
   *
   * @throws IllegalStateException where the database knows contents of an area that is not
   *     configured, or an area's folder is that of another area or database
   * @throws IOException where an area's file system is not mounted
   */
  StorageAreas(StoreSettings settings, JdbcClient database) throws IOException {
    Set<String> used =
        Set.copyOf(
            database
                .sql("select name from area where exists (select from blob where area = name)")
                .query(String.class)
                .list());
    for (StoreSettings.Area area : settings.areas()) {
      UUID id =
          database
              .sql(
                  """
                  insert into area (name) values (?)
                  on conflict (name) do update set name = excluded.name returning id
                  """)
              .param(area.name())
              .query(UUID.class)
              .single();
      all.put(
          area.name(),
          area.s3() == null
              ? new FileArea(area, settings.serve(), id, used.contains(area.name()))
              : new S3Area(area, id, used.contains(area.name())));
    }
    for (String name : used) {
      if (!all.containsKey(name)) {
        throw new IllegalStateException(
            "reprise.content.areas lacks the area '%s', which holds contents".formatted(name));
      }
    }
    this.current = settings.area();
  }

  /** Returns the area that takes new contents. */
  public StorageArea current() {
    return of(current);
  }

  public StorageArea of(String name) {
    return Objects.requireNonNull(all.get(name), () -> "There is no storage area '" + name + "'");
  }

  /** Returns all areas in the order of the settings. */
  public Collection<StorageArea> all() {
    return all.values();
  }

  @Override
  public void close() {
    all().forEach(StorageArea::close);
  }
}
