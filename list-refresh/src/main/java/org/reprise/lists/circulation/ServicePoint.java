package org.reprise.lists.circulation;

import java.util.Map;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** A desk, as mod-inventory-storage answers it. */
record ServicePoint(UUID id, String name, String code, boolean pickupLocation) {
  static final Resource<ServicePoint> RESOURCE =
      new Resource<>(
          "service point",
          "s.*",
          "service_point s",
          "s",
          "s.code",
          Map.of(
              "id", Field.id("s.id"),
              "code", Field.text("s.code"),
              "name", Field.text("s.name"),
              "pickupLocation", Field.flag("s.pickup_location")),
          RecordMapper.of(ServicePoint.class));
}
