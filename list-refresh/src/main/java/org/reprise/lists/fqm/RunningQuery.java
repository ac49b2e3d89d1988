package org.reprise.lists.fqm;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.tenant.Tenant;

/**
 * A query while this process works on it.
 *
 * @param refreshId the refresh that asks, which has had its turn and begins again itself; null of a
 *     request
 * @param max how many results are wanted at most
 */
record RunningQuery(
    Tenant tenant,
    UUID id,
    EntityType type,
    @Nullable UUID refreshId,
    int max,
    AtomicInteger results,
    StoppableWork work,
    CountDownLatch end) {

  RunningQuery(Tenant tenant, EntityType type, @Nullable UUID refreshId, int max) {
    this(
        tenant,
        UUID.randomUUID(),
        type,
        refreshId,
        max,
        new AtomicInteger(),
        new StoppableWork(),
        new CountDownLatch(1));
  }

  boolean isOfRefresh() {
    return refreshId != null;
  }
}
