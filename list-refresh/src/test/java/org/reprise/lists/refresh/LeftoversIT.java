package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.RowsVisited;
import org.reprise.lists.SampleItems;
import org.reprise.localstack.postgres.Database;

/** What the removal of contents that no list shows costs the database. */
class LeftoversIT {
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);
  private static final int SLICE = 10_000;
  private static final int VISITS_A_ROW = 4;

  private static UUID refresh(UUID list, String status, int rows) {
    UUID refresh = UUID.randomUUID();
    DATABASE.execute(
        """
        insert into list_refresh (tenant, id, list_id, list_version, mode, status,
          refresh_start_date, owner, heartbeat)
        select tenant, '%1$s', id, 1, 'COMPAT', '%3$s', now(), id, now()
        from record_list where id = '%2$s';
        insert into list_contents (tenant, list_id, refresh_id, sort_seq, content_id)
        select tenant, id, '%1$s', n, gen_random_uuid()
        from record_list, generate_series(0, %4$d - 1) n where id = '%2$s'\
        """
            .formatted(refresh, list, status, rows));
    return refresh;
  }

  private static void assertRemoved(UUID refresh) {
    assertThat(
            DATABASE.count(
                "select count(*) from list_contents where refresh_id = '%s'".formatted(refresh)))
        .isZero();
    assertThat(
            DATABASE.count(
                "select count(*) from list_refresh where id = '%s' and not has_contents"
                    .formatted(refresh)))
        .isOne();
  }

  @Test
  void sliceDoesNotVisitRowsThatEarlierOnesRemoved() {
    UUID refresh = refresh(LISTS.add(SampleItems.NOT_AVAILABLE), "CANCELLED", 10 * SLICE);
    DATABASE.execute("analyze");
    List<Long> slices = new ArrayList<>();
    try (RowsVisited visits = new RowsVisited(DATABASE, "list_contents")) {
      Leftovers leftovers = new Leftovers(visits.client());
      while (leftovers.removeSome()) {
        slices.add(visits.next());
      }
    }
    assertRemoved(refresh);
    assertThat(slices).hasSizeBetween(10, 12);
    assertThat(slices).allMatch(visits -> visits < VISITS_A_ROW * SLICE, "a few visits a row");
  }

  /** By the statistics, which were gathered before the refresh, it has a row. */
  @Test
  void sliceVisitsItsRowsOnceWhenStatisticsAreStale() {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    UUID shown = refresh(list, "SUCCESS", 2 * SLICE);
    DATABASE.execute(
        "update record_list set success_refresh_id = '%s' where id = '%s'".formatted(shown, list));
    DATABASE.execute("analyze");
    int rows = 3_000;
    UUID refresh = refresh(list, "CANCELLED", rows);
    try (RowsVisited visits = new RowsVisited(DATABASE, "list_contents")) {
      Leftovers leftovers = new Leftovers(visits.client());
      while (leftovers.removeSome()) {
        assertThat(visits.next()).isLessThan((long) rows * VISITS_A_ROW);
      }
    }
    assertRemoved(refresh);
    assertThat(LISTS.saved(list)).isEqualTo(2 * SLICE);
  }

  @Test
  void removesWhatAnEndedProcessLeftInTheMiddle() {
    UUID refresh = refresh(LISTS.add(SampleItems.NOT_AVAILABLE), "FAILED", 2 * SLICE + 1);
    try (RowsVisited visits = new RowsVisited(DATABASE, "list_contents")) {
      new Leftovers(visits.client()).removeSome();
      Leftovers next = new Leftovers(visits.client());
      Leftovers other = new Leftovers(visits.client());
      for (int slice = 0; slice < 4; slice++) {
        next.removeSome();
        other.removeSome();
      }
    }
    assertRemoved(refresh);
  }
}
