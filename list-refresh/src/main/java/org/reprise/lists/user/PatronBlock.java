package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;
import org.reprise.lists.web.Violations;

/**
 * A block that somebody put on a patron, as mod-feesfines answers it. Uses that it does not name
 * are not blocked.
 *
 * @param type {@code Manual}, the only one that people make
 */
record PatronBlock(
    @Nullable UUID id,
    @Nullable String type,
    @JsonProperty("desc") @Nullable String description,
    @Nullable String code,
    @Nullable String staffInformation,
    @Nullable String patronMessage,
    @Nullable Boolean borrowing,
    @Nullable Boolean renewals,
    @Nullable Boolean requests,
    @Nullable Instant expirationDate,
    @Nullable UUID userId) {
  private static final String MANUAL = "Manual";
  private static final int MAX_LENGTH = 1_000;

  static final Resource<PatronBlock> RESOURCE =
      new Resource<>(
          "patron block",
          "b.*, 'Manual' as type",
          "patron_block b",
          "b",
          "b.created_date, b.id",
          Map.of("id", Field.id("b.id"), "userId", Field.id("b.user_id")),
          RecordMapper.of(PatronBlock.class));

  /** Adds what a request need not have. */
  PatronBlock {
    id = Objects.requireNonNullElseGet(id, UUID::randomUUID);
    type = Objects.requireNonNullElse(type, MANUAL);
    borrowing = Boolean.TRUE.equals(borrowing);
    renewals = Boolean.TRUE.equals(renewals);
    requests = Boolean.TRUE.equals(requests);
  }

  void check() {
    new Violations()
        .same("type", type, MANUAL, "Only blocks of the type 'Manual' are made")
        .required("desc", description)
        .required("userId", userId)
        .text("desc", description, MAX_LENGTH)
        .text("code", code, MAX_LENGTH)
        .text("staffInformation", staffInformation, MAX_LENGTH)
        .text("patronMessage", patronMessage, MAX_LENGTH)
        .time("expirationDate", expirationDate)
        .throwIfAny();
  }
}
