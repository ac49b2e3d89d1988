package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** A group of patrons, as mod-users answers it; null for no limit of loans at one time. */
record PatronGroup(UUID id, @JsonProperty("group") String name, @Nullable Integer maxItemsOut) {
  static final Resource<PatronGroup> RESOURCE =
      new Resource<>(
          "patron group",
          "g.*",
          "patron_group g",
          "g",
          "g.name",
          Map.of("id", Field.id("g.id"), "group", Field.text("g.name")),
          RecordMapper.of(PatronGroup.class));
}
