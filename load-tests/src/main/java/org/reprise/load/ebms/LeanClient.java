package org.reprise.load.ebms;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A generator that costs next to nothing: kept connections on which one thread sends prepared bytes
 * again as soon as the answer has come, with no HTTP library between. For a handler on this machine
 * that is to be loaded to its limit; what needs less than that is sent by Gatling.
 */
final class LeanClient {
  private static final Set<Integer> FINE = Set.of(200, 202, 204);
  private static final int MOST_MESSAGES = 5;

  /** When nothing has been answered for this long, what is under way is given up. */
  static final Duration GIVE_UP = Duration.ofSeconds(10);

  private final LongSupplier clock;
  private final URI target;
  private final EbmsPing.Template template;
  private final int connections;
  private final boolean synchronous;
  private final ProcessHandle service;
  private final Histogram times = new Histogram(3);
  private final BitSet accepted = new BitSet();
  private final List<String> messages = new ArrayList<>();
  private int asking;
  private int sent;
  private long errors;
  private long counted;
  private long countFrom;
  private long countTo;
  private Optional<Duration> cpuBefore = Optional.empty();
  private Optional<Duration> cpuAfter = Optional.empty();

  /**
   * Prepares a load.
   *
   * @param synchronous whether each answer is to be the Pong to its Ping
   * @param service whose CPU time is read when counting begins and ends
   */
  LeanClient(
      URI target,
      EbmsPing.Template template,
      int connections,
      boolean synchronous,
      ProcessHandle service) {
    this(target, template, connections, synchronous, service, System::nanoTime);
  }

  /** With a clock of the caller's, which tells nanoseconds. */
  LeanClient(
      URI target,
      EbmsPing.Template template,
      int connections,
      boolean synchronous,
      ProcessHandle service,
      LongSupplier clock) {
    this.clock = clock;
    this.target = target;
    this.template = template;
    this.connections = connections;
    this.synchronous = synchronous;
    this.service = service;
  }

  /**
   * What came of it.
   *
   * @param sent Pings in all, warm-up included
   * @param accepted numbers of those that were answered well
   * @param counted answered well within the window
   * @param errors in all, warm-up included; what nobody answered is one
   * @param times of those counted, and of those in the window that nobody answered, nanoseconds
   * @param cpuMs CPU time of the service for one that was counted, milliseconds; null where none
   *     was, or the system does not tell
   */
  record Result(
      int sent,
      BitSet accepted,
      long counted,
      long errors,
      Histogram times,
      Duration window,
      @Nullable Double cpuMs,
      List<String> messages) {
    double perSecond() {
      return counted * 1e9 / window.toNanos();
    }
  }

  /**
   * Sends for the warm-up and then for the window.
   *
   * <p>When nothing is answered for {@link #GIVE_UP}, every Ping under way is an error with the
   * time that was waited for it, and the load is over.
   *
   * @throws IOException where no connection can be made
   */
  Result run(Duration warmUp, Duration window) throws IOException {
    return run(warmUp, window, GIVE_UP);
  }

  /** The same with another time after which it gives up. */
  Result run(Duration warmUp, Duration window, Duration giveUp) throws IOException {
    var open = new ArrayList<Connection>();
    try (var selector = Selector.open()) {
      for (int i = 0; i < connections; i++) {
        open.add(new Connection(selector));
      }
      countFrom = clock.getAsLong() + warmUp.toNanos();
      countTo = countFrom + window.toNanos();
      for (var connection : open) {
        connection.send();
        asking++;
      }
      loop(selector, giveUp);
    } finally {
      for (var connection : open) {
        connection.channel.close();
      }
    }
    return new Result(sent, accepted, counted, errors, times, window, cpuMs(), messages);
  }

  private @Nullable Double cpuMs() {
    return cpuBefore.isPresent() && cpuAfter.isPresent() && counted > 0
        ? cpuAfter.get().minus(cpuBefore.get()).toNanos() / 1e6 / counted
        : null;
  }

  private void loop(Selector selector, Duration giveUp) throws IOException {
    while (asking > 0) {
      var ready = selector.select(giveUp.toMillis());
      var now = clock.getAsLong();
      if (cpuBefore.isEmpty() && now >= countFrom) {
        cpuBefore = service.info().totalCpuDuration();
      }
      if (cpuAfter.isEmpty() && now >= countTo) {
        cpuAfter = service.info().totalCpuDuration();
      }
      if (ready == 0) {
        selector.keys().stream()
            .filter(SelectionKey::isValid)
            .forEach(key -> ((Connection) key.attachment()).giveUp(key, giveUp));
      }
      for (var key : selector.selectedKeys()) {
        ((Connection) key.attachment()).ready(key);
      }
      selector.selectedKeys().clear();
    }
    if (cpuAfter.isEmpty()) {
      // The window was over while the last answers were handled.
      cpuAfter = service.info().totalCpuDuration();
    }
  }

  private final class Connection {
    private final SocketChannel channel;
    private final byte[] request = template.copy();
    private final ByteBuffer out = ByteBuffer.wrap(request);
    private final ByteBuffer in = ByteBuffer.allocate(64 * 1024);
    private int number;
    private long start;

    Connection(Selector selector) throws IOException {
      channel = SocketChannel.open(new InetSocketAddress(target.getHost(), target.getPort()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    void send() {
      number = sent++;
      template.number(request, number);
      out.clear();
      in.clear();
      start = clock.getAsLong();
      try {
        // Far smaller than a socket's buffer: it is taken whole.
        while (out.hasRemaining()) {
          channel.write(out);
        }
      } catch (IOException e) {
        // The other side has broken off, which is read next.
        return;
      }
    }

    void ready(SelectionKey key) throws IOException {
      if (!reads()) {
        failed("the connection was closed");
        end(key);
        return;
      }
      var answer = LeanAnswer.of(in.array(), in.position());
      if (!answer.complete()) {
        if (!in.hasRemaining()) {
          throw new IOException("an answer of more than " + in.capacity() + " bytes");
        }
        return;
      }
      answered(answer);
      if (clock.getAsLong() < countTo) {
        send();
      } else {
        end(key);
      }
    }

    /** Reads what has come; false where the other side has closed or broken off. */
    private boolean reads() {
      try {
        return channel.read(in) >= 0;
      } catch (IOException e) {
        return false;
      }
    }

    void giveUp(SelectionKey key, Duration after) {
      failed("no answer within " + after.toMillis() / 1000.0 + " s");
      if (start >= countFrom) {
        times.recordValue(clock.getAsLong() - start);
      }
      end(key);
    }

    private void end(SelectionKey key) {
      key.cancel();
      asking--;
    }

    private void answered(LeanAnswer answer) {
      var now = clock.getAsLong();
      if (!FINE.contains(answer.status()) || (synchronous && !isPong())) {
        failed(
            new String(in.array(), 0, Math.min(200, in.position()), StandardCharsets.UTF_8)
                .replaceAll("\\s+", " "));
        return;
      }
      accepted.set(number);
      if (start >= countFrom && now <= countTo) {
        counted++;
        times.recordValue(now - start);
      }
    }

    /** Whether the answer names this Ping as the one that it answers. */
    private boolean isPong() {
      var text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
      return text.contains("RefToMessageId>" + template.ids().messageId(number));
    }

    private void failed(String message) {
      errors++;
      if (messages.size() < MOST_MESSAGES) {
        messages.add(message);
      }
    }
  }
}
