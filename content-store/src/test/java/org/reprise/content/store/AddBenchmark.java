package org.reprise.content.store;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import javax.jcr.Node;
import javax.jcr.Repository;
import javax.jcr.Session;
import javax.jcr.SimpleCredentials;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.jackrabbit.commons.JcrUtils;
import org.apache.jackrabbit.oak.jcr.Jcr;
import org.apache.jackrabbit.oak.plugins.blob.datastore.DataStoreBlobStore;
import org.apache.jackrabbit.oak.plugins.blob.datastore.OakFileDataStore;
import org.apache.jackrabbit.oak.segment.SegmentNodeStoreBuilders;
import org.apache.jackrabbit.oak.segment.file.FileStore;
import org.apache.jackrabbit.oak.segment.file.FileStoreBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.http.HttpHeaders;

/**
 * Prints how many documents of 1 KiB are added a second: durably by the service over HTTP; by the
 * file operations and the commit that durability takes at least; and by Jackrabbit Oak (segment
 * store and FileDataStore), which never syncs a content. Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class AddBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int BYTES = 1024;
  private static final int ROUNDS = 3;
  private static final int SECONDS = 3;
  // The rate of a service that has just started doubles for half a minute: it still compiles.
  private static final int WARM_UP_SECONDS = 30;
  private static final String LAST_CHUNK = "\r\n0\r\n\r\n";
  private static final List<Integer> CLIENTS = List.of(4, 16);
  private static final String AUTHORIZATION =
      "Basic "
          + HttpHeaders.encodeBasicAuth(
              TestApplication.USERNAME, TestApplication.PASSWORD, StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  /** What a client does again and again; each has its own connection or session. */
  private interface Client extends Closeable {
    void add(byte[] content) throws Exception;

    @Override
    default void close() {}
  }

  @Test
  void adds() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (ContentServer server =
            ContentServer.start(
                database,
                folder.resolve("area"),
                "--spring.datasource.hikari.maximum-pool-size=20",
                "--reprise.security.verification-cache-ttl=10m");
        Connection connection = database.connect();
        FileStore segments = segments()) {
      connection
          .createStatement()
          .execute("create table floor_add (name uuid primary key, digest bytea, size bigint)");
      Repository oak =
          new Jcr(SegmentNodeStoreBuilders.builder(segments).build()).createRepository();
      rate(4, WARM_UP_SECONDS, () -> new Connected(server.base()));
      rate(4, WARM_UP_SECONDS, () -> new OakSession(oak));
      for (int clients : CLIENTS) {
        for (int round = 0; round < ROUNDS; round++) {
          Rate floor = rate(clients, SECONDS, () -> new FileAndCommit(database.connect()));
          Rate service = rate(clients, SECONDS, () -> new Connected(server.base()));
          Rate peer = rate(clients, SECONDS, () -> new OakSession(oak));
          OUT.printf(
              "%d clients: files and one commit %s; service %s: %.2f; Oak %s: ×%.1f%n",
              clients,
              floor,
              service,
              service.perSecond() / floor.perSecond(),
              peer,
              service.perSecond() / peer.perSecond());
        }
      }
    }
  }

  private FileStore segments() throws Exception {
    OakFileDataStore contents = new OakFileDataStore();
    contents.setPath(folder.resolve("oak-contents").toString());
    contents.init(null);
    return FileStoreBuilder.fileStoreBuilder(folder.resolve("oak-segments").toFile())
        .withBlobStore(new DataStoreBlobStore(contents))
        .build();
  }

  /**
   * Adds over a kept connection. HttpURLConnection would wait a millisecond before each body for an
   * answer that does not come.
   */
  private static final class Connected implements Client {
    private final Socket socket;
    private final byte[] answer = new byte[8 * 1024];

    Connected(String base) throws IOException {
      URI uri = URI.create(base);
      socket = new Socket(uri.getHost(), uri.getPort());
      socket.setTcpNoDelay(true);
    }

    @Override
    public void add(byte[] content) throws IOException {
      byte[] headers =
          """
          POST /documents?name=%s HTTP/1.1
          Host: localhost
          Authorization: %s
          Content-Type: application/octet-stream
          Content-Length: %d

          """
              .formatted(UUID.randomUUID(), AUTHORIZATION, content.length)
              .replace("\n", "\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      byte[] request = Arrays.copyOf(headers, headers.length + content.length);
      System.arraycopy(content, 0, request, headers.length, content.length);
      socket.getOutputStream().write(request);
      int have = 0;
      String text;
      do {
        int read = socket.getInputStream().read(answer, have, answer.length - have);
        have += Math.max(read, 0);
        text = new String(answer, 0, have, StandardCharsets.ISO_8859_1);
        if (read <= 0 || !text.startsWith("HTTP/1.1 201")) {
          throw new IOException("answered " + text);
        }
      } while (!text.endsWith(LAST_CHUNK));
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A file is written, synced and moved, its directory synced, and a row of it committed. */
  private final class FileAndCommit implements Client {
    private final Connection connection;
    private final PreparedStatement insert;
    private final Path inbound = Files.createDirectories(folder.resolve("floor/inbound"));

    FileAndCommit(Connection connection) throws Exception {
      this.connection = connection;
      this.insert = connection.prepareStatement("insert into floor_add values (?, ?, ?)");
    }

    @Override
    public void add(byte[] content) throws Exception {
      String digest = DigestUtils.sha256Hex(content);
      Path written = inbound.resolve(digest);
      try (FileChannel file =
          FileChannel.open(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(content));
        file.force(true);
      }
      Path directory =
          Files.createDirectories(folder.resolve("floor/contents").resolve(digest.substring(0, 2)));
      Files.move(written, directory.resolve(digest), StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel entries = FileChannel.open(directory)) {
        entries.force(true);
      }
      insert.setObject(1, UUID.randomUUID());
      insert.setBytes(2, DigestUtils.sha256(content));
      insert.setLong(3, content.length);
      insert.executeUpdate();
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class OakSession implements Client {
    private final Session session;
    private final Node parent;

    OakSession(Repository repository) throws Exception {
      session = repository.login(new SimpleCredentials("admin", "admin".toCharArray()));
      parent = session.getRootNode().addNode(UUID.randomUUID().toString(), "nt:folder");
      session.save();
    }

    @Override
    public void add(byte[] content) throws Exception {
      String name = UUID.randomUUID().toString();
      JcrUtils.putFile(parent, name, "text/plain", new ByteArrayInputStream(content));
      session.save();
    }

    @Override
    public void close() {
      session.logout();
    }
  }

  /**
   * What clients did.
   *
   * @param perSecond adds of all clients together
   * @param cpu milliseconds of processor time an add: of the threads of clients, of the rest of
   *     this process, which is the service, and of the database
   */
  private record Rate(double perSecond, double... cpu) {
    @Override
    public String toString() {
      return "%,.0f/s (CPU %.2f + %.2f + %.2f ms)".formatted(perSecond, cpu[0], cpu[1], cpu[2]);
    }
  }

  private static Rate rate(int clients, int seconds, Callable<Client> connecting) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      List<Client> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        all.add(connecting.call());
      }
      long processBefore = processor(ProcessHandle.current());
      long databaseBefore = database();
      long begin = System.nanoTime();
      long end = begin + seconds * 1_000_000_000L;
      List<Future<Done>> each =
          threads.invokeAll(
              all.stream().<Callable<Done>>map(it -> () -> addUntil(end, it)).toList());
      double taken = (System.nanoTime() - begin) / 1e9;
      long process = processor(ProcessHandle.current()) - processBefore;
      long database = database() - databaseBefore;
      long done = 0;
      long client = 0;
      for (Future<Done> one : each) {
        done += one.get().adds();
        client += one.get().cpu();
      }
      for (Client one : all) {
        one.close();
      }
      double unit = done * 1e6;
      return new Rate(done / taken, client / unit, (process - client) / unit, database / unit);
    }
  }

  // The processes of the database are below this one.
  private static long database() {
    return ProcessHandle.current().descendants().mapToLong(AddBenchmark::processor).sum();
  }

  private static long processor(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private record Done(long adds, long cpu) {}

  private static Done addUntil(long end, Client client) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    byte[] content = new byte[BYTES];
    long done = 0;
    while (System.nanoTime() < end) {
      ThreadLocalRandom.current().nextBytes(content);
      client.add(content);
      done++;
    }
    return new Done(done, threads.getCurrentThreadCpuTime() - before);
  }
}
