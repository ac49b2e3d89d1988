package org.reprise.lists.fqm;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.WalPosition;

/**
 * A query that was begun.
 *
 * @param queryId its id
 * @param entityTypeId what it asks for
 * @param fqlQuery the condition
 * @param fields what its results show
 * @param createdBy who asked; null where the gateway named nobody
 * @param status its state
 * @param startDate when it was begun
 * @param endDate when it ended
 * @param totalRecords how many ids were found; null before the end
 * @param failureReason why it failed
 * @param fromReader whether a standby was read
 * @param position what the results show: everything committed before it; null before the end
 */
public record QueryDetails(
    UUID queryId,
    UUID entityTypeId,
    String fqlQuery,
    List<String> fields,
    @Nullable UUID createdBy,
    QueryStatus status,
    Instant startDate,
    @Nullable Instant endDate,
    @Nullable Integer totalRecords,
    @Nullable String failureReason,
    boolean fromReader,
    @Nullable WalPosition position) {
  public QueryDetails {
    fields = List.copyOf(fields);
  }
}
