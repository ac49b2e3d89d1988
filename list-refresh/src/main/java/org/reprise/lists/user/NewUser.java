package org.reprise.lists.user;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Violations;

/** A patron to be registered; active unless it says otherwise. */
record NewUser(
    @Nullable UUID id,
    @Nullable String username,
    @Nullable String barcode,
    @Nullable Boolean active,
    @Nullable UUID patronGroup,
    @Nullable Personal personal,
    @Nullable Instant expirationDate) {
  private static final int LONGEST = 200;

  /** Who it is. */
  record Personal(@Nullable String lastName, @Nullable String firstName, @Nullable String email) {}

  /** Ends the request where something is missing or cannot be. */
  void check() {
    Personal who = personal == null ? new Personal(null, null, null) : personal;
    new Violations()
        .required("patronGroup", patronGroup)
        .required("personal.lastName", who.lastName)
        .text("username", username, LONGEST)
        .text("barcode", barcode, LONGEST)
        .text("personal.lastName", who.lastName, LONGEST)
        .text("personal.firstName", who.firstName, LONGEST)
        .text("personal.email", who.email, LONGEST)
        .time("expirationDate", expirationDate)
        .throwIfAny();
  }
}
