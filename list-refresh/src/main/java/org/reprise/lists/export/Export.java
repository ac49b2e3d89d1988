package org.reprise.lists.export;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.work.WorkStatus;

/** An export as requests see it (mod-lists, ListExportDTO), without members that have no value. */
record Export(
    UUID exportId,
    UUID listId,
    WorkStatus status,
    Instant startDate,
    @Nullable Instant endDate,
    @Nullable UUID createdBy,
    @Nullable String failureReason,
    @JsonIgnore long bytes) {}
