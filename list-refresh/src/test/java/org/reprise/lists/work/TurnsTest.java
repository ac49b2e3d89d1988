package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.work.Turns.Turn;

class TurnsTest {
  private static final Tenant LARGE = new Tenant((short) 1, "large");
  private static final Tenant SMALL = new Tenant((short) 2, "small");

  private final CompletableFuture<Boolean> stop = new CompletableFuture<>();
  private final Turns turns = new Turns(2, 1, 3);

  @AfterEach
  void end() {
    stop.complete(true);
  }

  private AtomicReference<@Nullable Turn> waiting(Tenant tenant) {
    return waiting(tenant, false);
  }

  private AtomicReference<@Nullable Turn> waiting(Tenant tenant, boolean isLimited) {
    AtomicReference<@Nullable Turn> turn = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                turn.set(turns.await(tenant, isLimited, stop));
              } catch (CancellationException e) {
                // The test has ended.
              }
            });
    await()
        .until(() ->
            thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TERMINATED);
    return turn;
  }

  private Turn place(Tenant tenant) {
    return await().until(waiting(tenant)::get, Objects::nonNull);
  }

  @Test
  void freePlaceGoesToTheTenantWithTheFewest() {
    Turn first = place(LARGE);
    place(LARGE);
    AtomicReference<@Nullable Turn> third = waiting(LARGE);
    AtomicReference<@Nullable Turn> other = waiting(SMALL);
    first.close();
    await().until(() -> other.get() != null);
    assertThat(third.get()).isNull();
    Objects.requireNonNull(other.get()).close();
    await().until(() -> third.get() != null);
  }

  @Test
  void stoppedWorkLeavesItsPlaceToOthers() {
    CompletableFuture<Boolean> stopped = CompletableFuture.completedFuture(true);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> turns.await(LARGE, false, stopped))
          .isInstanceOf(CancellationException.class);
    }
    place(LARGE);
    place(LARGE);
  }

  /** Limited work that waited for another place with one of its own in hand kept it from others. */
  @Test
  void limitedWorkTakesBothPlacesAtOnce() {
    Turn first = place(LARGE);
    Turn second = place(LARGE);
    AtomicReference<@Nullable Turn> large = waiting(LARGE, true);
    AtomicReference<@Nullable Turn> small = waiting(SMALL, true);
    first.close();
    await().until(() -> small.get() != null);
    second.close();
    assertThat(large.get()).isNull();
    place(LARGE).close();
    Objects.requireNonNull(small.get()).close();
    await().until(() -> large.get() != null);
  }

  private void begin(Tenant tenant) {
    assertThat(turns.begin(tenant, "work", tenant::name)).isEqualTo(tenant.name());
  }

  private void assertHasNoRoom(Tenant tenant) {
    assertThatThrownBy(() -> turns.begin(tenant, "work", tenant::name))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("Too many work wait");
  }

  @Test
  void boundsWhatIsPendingOfEachTenant() {
    for (int i = 0; i < 3; i++) {
      begin(LARGE);
    }
    assertHasNoRoom(LARGE);
    begin(SMALL);
    turns.end(LARGE);
    begin(LARGE);
    assertHasNoRoom(LARGE);
  }

  @Test
  void workThatFailsToBeginIsNotPending() {
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() ->
              turns.begin(
                  LARGE,
                  "work",
                  () -> {
                    throw new StackOverflowError("failed");
                  }))
          .isInstanceOf(StackOverflowError.class);
    }
    begin(LARGE);
  }
}
