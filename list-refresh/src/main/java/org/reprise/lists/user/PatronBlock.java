package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
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
  private static final int LONGEST = 1_000;

  static final Resource<PatronBlock> RESOURCE =
      new Resource<>(
          "patron block",
          "b.*, 'Manual' as type",
          "patron_block b",
          "b",
          "b.created_date, b.id",
          Map.of("id", Field.id("b.id"), "userId", Field.id("b.user_id")),
          RecordMapper.of(PatronBlock.class));

  /** Refuses the request where a member is missing or has an impossible value. */
  void check() {
    Violations violations = new Violations();
    violations.addIf(
        type != null && !type.equals(MANUAL),
        Violations.INVALID,
        "Only blocks of the type 'Manual' are made",
        "type",
        type);
    violations
        .required("desc", description)
        .required("userId", userId)
        .text("desc", description, LONGEST)
        .text("code", code, LONGEST)
        .text("staffInformation", staffInformation, LONGEST)
        .text("patronMessage", patronMessage, LONGEST)
        .time("expirationDate", expirationDate)
        .throwIfAny();
  }

  PatronBlock withId(UUID id) {
    return new PatronBlock(
        id,
        MANUAL,
        description,
        code,
        staffInformation,
        patronMessage,
        isSet(borrowing),
        isSet(renewals),
        isSet(requests),
        expirationDate,
        userId);
  }

  private static boolean isSet(@Nullable Boolean flag) {
    return flag != null && flag;
  }
}
