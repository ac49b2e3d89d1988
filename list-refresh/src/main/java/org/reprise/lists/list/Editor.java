package org.reprise.lists.list;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who edits a list: a user's id, and their name where the tenant has the user. */
record Editor(@Nullable UUID id, @Nullable String username) {}
