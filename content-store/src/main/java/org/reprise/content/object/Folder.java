package org.reprise.content.object;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A folder.
 *
 * @param parent null for the root
 * @param properties that the type has beside those of every folder, by their ids
 */
public record Folder(
    UUID id,
    @Nullable UUID parent,
    String name,
    String type,
    Audit audit,
    Map<String, Object> properties)
    implements Entry {
  public Folder {
    properties = Map.copyOf(properties);
  }

  public boolean isRoot() {
    return parent == null;
  }
}
