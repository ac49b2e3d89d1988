package org.reprise.lists.inventory;

import java.util.Map;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** Where items stand, as mod-inventory-storage answers it. */
record Location(UUID id, String name, String code, UUID libraryId, boolean isActive) {
  static final Resource<Location> RESOURCE =
      new Resource<>(
          "location",
          "l.*, true as is_active",
          "location l",
          "l",
          "l.code",
          Map.of(
              "id", Field.id("l.id"),
              "code", Field.text("l.code"),
              "name", Field.text("l.name")),
          RecordMapper.of(Location.class));
}
