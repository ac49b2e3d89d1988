package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/**
 * A user as registered or changed; active unless it says otherwise. What a {@link User} has besides
 * may be sent as it was read.
 *
 * @param version the one that a change was made of; null for whichever is stored
 * @param username an empty one is none
 * @param barcode an empty one is none
 * @param externalSystemId an empty one is none
 * @param type only {@code patron} is served
 */
@JsonIgnoreProperties("metadata")
record NewUser(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String username,
    @Nullable String barcode,
    @Nullable String externalSystemId,
    @Nullable Boolean active,
    @Nullable String type,
    @Nullable UUID patronGroup,
    @Nullable Personal personal,
    @Nullable Instant expirationDate) {
  private static final int MAX_LENGTH = 200;

  NewUser {
    username = blankToNull(username);
    barcode = blankToNull(barcode);
    externalSystemId = blankToNull(externalSystemId);
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  record Personal(
      @Nullable String lastName,
      @Nullable String firstName,
      @Nullable String email,
      @Nullable String preferredContactTypeId) {}

  void check() {
    Personal who = personal == null ? new Personal(null, null, null, null) : personal;
    new Violations()
        .same("type", type, User.PATRON, "Only users of the type 'patron' are served")
        .required("personal.lastName", who.lastName)
        .text("username", username, MAX_LENGTH)
        .text("barcode", barcode, MAX_LENGTH)
        .text("externalSystemId", externalSystemId, MAX_LENGTH)
        .text("personal.lastName", who.lastName, MAX_LENGTH)
        .text("personal.firstName", who.firstName, MAX_LENGTH)
        .text("personal.email", who.email, MAX_LENGTH)
        .text("personal.preferredContactTypeId", who.preferredContactTypeId, MAX_LENGTH)
        .time("expirationDate", expirationDate)
        .throwIfAny();
  }
}
