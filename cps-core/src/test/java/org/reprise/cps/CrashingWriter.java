package org.reprise.cps;

import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.L2Topology;

/**
 * Writes until it is killed, and prints what was acknowledged: {@code stored}, {@code replaced} or
 * {@code deleted} and an anchor's name.
 */
final class CrashingWriter {
  static final int WRITERS = 4;

  private final CpsStore store;
  private final String prefix;

  private CrashingWriter(CpsStore store, String prefix) {
    this.store = store;
    this.prefix = prefix;
  }

  /** Arguments: JDBC URL, user's name, prefix of anchors; the password is in the environment. */
  public static void main(String[] arguments) {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(arguments[0] + "?ApplicationName=" + arguments[2]);
      pool.setUsername(arguments[1]);
      pool.setPassword(System.getenv("WRITER_PASSWORD"));
      pool.setMaximumPoolSize(WRITERS);
      CrashingWriter writer = new CrashingWriter(new CpsStore(pool), arguments[2]);
      try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
        for (int i = 0; i < WRITERS; i++) {
          int number = i;
          writers.execute(() -> writer.write(number));
        }
      }
    }
  }

  private void write(int writer) {
    // Bounded, should nobody kill it.
    for (int i = 0; i < 5_000; i++) {
      AnchorRef anchor = new AnchorRef("crash", "%s-%d-%d".formatted(prefix, writer, i));
      store.anchors().create("crash", "l2", anchor.anchor());
      store.dataNodes().create(anchor, "/", Payload.json(L2Topology.appendixB()));
      acknowledge("stored", anchor);
      if (i % 2 == 0) {
        store.dataNodes().replace(anchor, "/", Payload.json(L2Topology.topology(1, 3, 2)));
        acknowledge("replaced", anchor);
      }
      if (i % 4 == 3) {
        store.anchors().delete("crash", anchor.anchor());
        acknowledge("deleted", anchor);
      }
    }
  }

  private static void acknowledge(String what, AnchorRef anchor) {
    synchronized (CrashingWriter.class) {
      System.out.println(what + " " + anchor.anchor());
      System.out.flush();
    }
  }
}
