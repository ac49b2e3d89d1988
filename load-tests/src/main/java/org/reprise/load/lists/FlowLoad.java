package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one process of load does: which of the three flows, how much of each, and which of them goes
 * on for as long as another works.
 *
 * @param experiment the cell's
 * @param repetition of the cell
 * @param tenant as the header names it
 * @param lists null where no list is refreshed
 * @param desks null where no desk works
 * @param imports null where nothing is imported
 */
record FlowLoad(
    String experiment,
    int repetition,
    String tenant,
    @Nullable Lists lists,
    @Nullable Desks desks,
    @Nullable Imports imports) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  FlowLoad {
    if (lists == null && desks == null && imports == null) {
      throw new IllegalArgumentException(experiment + ": no flow");
    }
    if (lists != null && lists.repeated() && imports != null && imports.repeated()) {
      throw new IllegalArgumentException(experiment + ": two flows that wait for each other's end");
    }
  }

  /**
   * One user for each list: POST refresh, a short pause, and then GET until the refresh is gone.
   *
   * @param base of the service that refreshes
   * @param ids of the lists
   * @param mode of the refresh, as the service names it
   * @param pollPauseMs between two GETs; 0 as in the report
   * @param repeated again and again for as long as the import works; where there is none, for as
   *     long as desks work at least
   */
  record Lists(String base, List<String> ids, String mode, long pollPauseMs, boolean repeated) {
    Lists {
      ids = List.copyOf(ids);
    }
  }

  /**
   * Desks that lend and take back.
   *
   * @param base of the service with circulation
   * @param count of desks
   * @param checkInShare of their transactions
   * @param thinkFromMs shortest pause before a transaction
   * @param thinkToMs longest
   * @param leastMs they work as long as the other flows do, and at least this long
   * @param items of the inventory
   * @param servicePoint its id
   * @param seed of their course
   */
  record Desks(
      String base,
      int count,
      double checkInShare,
      double thinkFromMs,
      double thinkToMs,
      long leastMs,
      int items,
      String servicePoint,
      long seed) {}

  /**
   * Imports of one file.
   *
   * @param base of the service that imports
   * @param file MARC records
   * @param records in it
   * @param count of jobs, one after another
   * @param pollMs between two looks at the job
   * @param repeated more jobs follow for as long as lists are refreshed
   */
  record Imports(String base, String file, int records, int count, long pollMs, boolean repeated) {}

  /** Users at once. */
  int users() {
    return (lists == null ? 0 : lists.ids().size())
        + (desks == null ? 0 : desks.count())
        + (imports == null ? 0 : 1);
  }

  Duration leastDeskTime() {
    return desks == null ? Duration.ZERO : Duration.ofMillis(desks.leastMs());
  }

  void write(Path file) throws IOException {
    Files.write(file, JSON.writeValueAsBytes(this));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException where there is no such file or it is damaged
   */
  static FlowLoad read(Path file) throws IOException {
    try {
      return JSON.readValue(Files.readAllBytes(file), FlowLoad.class);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged load in " + file + ": " + e.getMessage(), e);
    }
  }
}
