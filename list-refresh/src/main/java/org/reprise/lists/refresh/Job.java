package org.reprise.lists.refresh;

import java.util.UUID;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.tenant.Tenant;

/**
 * A refresh that this process does.
 *
 * @param tenant whose list
 * @param refreshId the refresh
 * @param listId the list
 * @param mode how
 * @param type what the list is of
 * @param fql which of them
 * @param attempt counts from one
 */
record Job(
    Tenant tenant,
    UUID refreshId,
    UUID listId,
    RefreshMode mode,
    EntityType type,
    String fql,
    int attempt) {}
