package org.reprise.lists.fqm;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.work.WorkStatus;

/**
 * A query that was begun (mod-fqm-manager, QueryDetails).
 *
 * @param createdBy who asked; null where the gateway named nobody
 * @param totalRecords how many ids were found; 0 before the end
 * @param position what the results show: everything committed before this position of the writer's
 *     log; null before the end
 */
public record QueryDetails(
    UUID queryId,
    UUID entityTypeId,
    String fqlQuery,
    List<String> fields,
    @JsonIgnore @Nullable UUID createdBy,
    WorkStatus status,
    Instant startDate,
    @Nullable Instant endDate,
    int totalRecords,
    @Nullable String failureReason,
    @JsonIgnore boolean fromReader,
    @JsonIgnore @Nullable String position) {}
