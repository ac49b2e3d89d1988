package org.reprise.oslc.trs;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A tracked resource set that a service keeps in its database (tables of {@code db/feed}): changes,
 * which get their order after the commit, the log of events, and bases.
 */
public final class Feed implements AutoCloseable {
  private final TrackedResourceSet stored;
  private final FeedSettings settings;
  private final Bases bases;
  private final Housekeeping housekeeping;
  private final Publisher publisher;
  private final Loops loops;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final TransactionSynchronization wakePublisher =
      new TransactionSynchronization() {
        @Override
        public void afterCommit() {
          publisher.wake();
        }
      };

  /**
   * The definition of a feed.
   *
   * @param application a short name, the feed's key in the database
   * @param uri of the set; those of its bases, segments and events begin with it
   * @param start what the URIs of all resources begin with
   * @param members SQL that selects what follows in the URI of each member, as {@code resource},
   *     with its {@code place} from 1 on
   */
  public record Source(String application, String uri, String start, String members) {}

  /** The database access of feeds. */
  public record Database(
      JdbcClient jdbc, TransactionTemplate transactions, OwnConnections connections, Loops loops) {}

  Feed(
      Source source,
      Database database,
      FeedSettings settings,
      MeterRegistry registry,
      Runnable beforePublishing) {
    String application = source.application();
    this.settings = settings;
    this.loops = database.loops();
    this.stored =
        new TrackedResourceSet(database.jdbc(), application, source.uri(), source.start());
    this.bases = new Bases(database.connections(), application, source.members());
    this.housekeeping =
        new Housekeeping(database.jdbc(), database.transactions(), application, bases, settings);
    this.publisher =
        new Publisher(
            application,
            database.connections(),
            settings.publishInterval(),
            beforePublishing,
            Counter.builder("reprise.feed.events.published")
                .description("Events that this process gave their order")
                .tag("feed", application)
                .register(registry),
            () -> listeners.forEach(Runnable::run));
  }

  /** Begins the feed with its first base, unless it exists, and publishes it. */
  void start() {
    stored.begin(settings);
    // After the feed: a base says up to which event it accounts for changes.
    if (stored.newestBase().isEmpty()) {
      bases.make();
    }
    publisher.start(loops);
  }

  /**
   * Records a change, within the transaction that makes it and while it holds the resource's lock,
   * so that changes of one resource are recorded in their order. A change has no order yet: an
   * order that was drawn here would become visible when the transaction commits, after higher ones
   * of transactions that were faster, and a reader that has seen those would never see it.
   *
   * @param resource its URI
   */
  public void record(Change change, String resource) {
    record(change, List.of(resource));
  }

  /** Records the same change of several resources, in one statement. */
  public void record(Change change, Collection<String> resources) {
    stored.record(change, resources);
    // In a set: once in a transaction, however many changes it makes.
    TransactionSynchronizationManager.registerSynchronization(wakePublisher);
  }

  TrackedResourceSet set() {
    return stored;
  }

  /** Returns the next events after a position, the oldest first. */
  public List<Event> after(long position, int max) {
    return stored.after(position, max);
  }

  /**
   * Makes a base of all members as they are now.
   *
   * @return false if another process is making one
   */
  public boolean makeBase() {
    return bases.make();
  }

  /**
   * Makes a base of members that no event announced, within a transaction of the caller, who
   * ensures that the members do not change meanwhile and that the log is empty. The log then begins
   * in its second segment, as if the first one had been truncated: a client that has read an
   * earlier base has missed events, and reads the new one (OSLC TRS 3.0, "Truncation").
   */
  public void makeBaseWithin(Connection transaction) {
    bases.makeWithin(transaction);
  }

  /** Truncates the log where that is due. */
  void truncate() {
    housekeeping.run();
  }

  /** Calls a listener whenever this process has published events; it must return at once. */
  public void whenPublished(Runnable listener) {
    listeners.add(listener);
  }

  /** Returns whether this process, and no other, publishes the feed. */
  public boolean isPublishing() {
    return publisher.isPublishing();
  }

  @Override
  public void close() {
    publisher.close();
  }
}
