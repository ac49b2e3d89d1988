package org.reprise.lists.refresh;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refresh as requests see it (mod-lists' {@code ListRefreshDTO}).
 *
 * @param id its id
 * @param listId the list
 * @param listVersion the list's version that it is of
 * @param mode how it fills the list; ours, the original has one way
 * @param status its state
 * @param refreshStartDate when it was asked for
 * @param refreshedBy who asked; null where the gateway named nobody
 */
public record Refresh(
    UUID id,
    UUID listId,
    int listVersion,
    RefreshMode mode,
    RefreshStatus status,
    Instant refreshStartDate,
    @Nullable UUID refreshedBy) {}
