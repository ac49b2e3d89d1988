package org.reprise.ebms.ping;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.reprise.ebms.instance.Instance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of the outbox that name this process, and what it knows of them: which are stored, of
 * which no Pong remains to be sent, and which ended instances left. Each row is a {@link PongGroup}
 * and belongs to the lease under which it was stored or taken over.
 */
final class PongRows {
  private static final Logger LOG = LoggerFactory.getLogger(PongRows.class);
  private static final int MOST_DELETED = 5_000;
  private static final int MOST_TAKEN = 20;
  private static final int WORTH_CLEANING = 200;

  private final PongTable table;
  private final Instance instance;
  // Deleted with the next row that is stored, or after a while without one.
  private final Queue<UUID> done = new ConcurrentLinkedQueue<>();
  private final List<UUID> toDelete = new ArrayList<>();
  // Every row that names this process: from before it is stored until after it is deleted.
  private final Map<UUID, Stored> known = new ConcurrentHashMap<>();
  private final Queue<UUID> deleted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger deletedSinceCleaning = new AtomicInteger();

  /**
   * A row of the outbox.
   *
   * @param owner the instance that it names
   */
  record Stored(PongGroup group, UUID owner) {}

  PongRows(PongTable table, Instance instance) {
    this.table = table;
    this.instance = instance;
  }

  /**
   * Stores Pongs as a row and commits it; deletes others with the same statement.
   *
   * @throws SQLException where the database refused it or did not answer; should the row have been
   *     committed all the same, it is deleted, and none of its Pongs is sent
   */
  synchronized Stored store(List<StoredPong> pongs) throws SQLException {
    collectDone();
    PongGroup group = new PongGroup(UUID.randomUUID(), pongs);
    Stored row = new Stored(group, instance.lease().id());
    known.put(group.id(), row);
    try {
      table.change(row.owner, group, toDelete);
    } catch (SQLException | RuntimeException | Error e) {
      pongs.forEach(group::remove);
      done.add(group.id());
      throw e;
    }
    noteDeleted();
    return row;
  }

  /** A Pong need not be sent any more; the row is deleted with the last of its Pongs. */
  void remove(StoredPong pong, PongGroup group) {
    if (group.remove(pong)) {
      done.add(group.id());
    }
  }

  synchronized void deleteDone() {
    collectDone();
    if (toDelete.isEmpty()) {
      return;
    }
    try {
      table.delete(toDelete);
      noteDeleted();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("{} rows of sent Pongs are not deleted yet: {}", toDelete.size(), e.getMessage());
    }
  }

  private void collectDone() {
    while (toDelete.size() < MOST_DELETED) {
      UUID id = done.poll();
      if (id == null) {
        return;
      }
      toDelete.add(id);
    }
  }

  private void noteDeleted() {
    deletedSinceCleaning.addAndGet(toDelete.size());
    deleted.addAll(toDelete);
    toDelete.clear();
  }

  /**
   * Takes over what ended instances left, and what this process stored under a lease that lapsed.
   *
   * @param resume sends the Pongs that remain of a row
   */
  void takeOver(Consumer<Stored> resume) throws SQLException {
    // Before the lease is asked for, so that none of these belongs to a later one.
    List<Stored> before = List.copyOf(known.values());
    UUID owner = instance.lease().id();
    List<PongTable.Row> taken;
    do {
      // Under a lease that lapsed every row would be free, and taken over again and again.
      if (!instance.holds(owner)) {
        return;
      }
      taken = table.takeOver(owner, MOST_TAKEN);
      taken.forEach(row -> resume(row, owner, resume));
    } while (taken.size() == MOST_TAKEN);
    // What was deleted before the look below cannot be found by it.
    List<UUID> gone = new ArrayList<>();
    for (UUID id = deleted.poll(); id != null; id = deleted.poll()) {
      gone.add(id);
    }
    table.unknown(owner, knownOf(owner), MOST_TAKEN).forEach(row -> resume(row, owner, resume));
    gone.forEach(known::remove);
    // What was not taken over again belongs to another instance by now.
    before.stream()
        .filter(row -> !row.owner.equals(owner))
        .forEach(row -> known.remove(row.group.id(), row));
  }

  private Collection<UUID> knownOf(UUID owner) {
    return known.values().stream()
        .filter(row -> row.owner.equals(owner))
        .map(row -> row.group.id())
        .toList();
  }

  private void resume(PongTable.Row row, UUID owner, Consumer<Stored> resume) {
    Stored earlier = known.get(row.id());
    if (earlier != null && earlier.owner.equals(owner)) {
      return;
    }
    // Of a row that it had before, this process knows which Pongs it has sent since.
    Stored stored = new Stored(earlier == null ? read(row) : earlier.group, owner);
    known.put(row.id(), stored);
    resume.accept(stored);
  }

  // What cannot be read keeps no other Pong of the row from being sent. A row of which nothing can
  // be read stays, for somebody to look at.
  private static PongGroup read(PongTable.Row row) {
    return PongGroup.of(
        row.id(),
        row.pongs(),
        (line, e) ->
            LOG.error(
                "A Pong in the row {} of pong_outbox cannot be read: '{}'", row.id(), line, e));
  }

  /**
   * A partner that does not answer keeps the row of a group. The Pongs that other partners got are
   * removed from it, so that these are not sent again after a crash.
   */
  void cleanUp() throws SQLException {
    for (Stored row : known.values()) {
      if (row.group.isPartlySent()) {
        table.shrink(row.owner, row.group);
      }
    }
    if (deletedSinceCleaning.getAndSet(0) >= WORTH_CLEANING) {
      table.clean();
    }
  }
}
