package org.reprise.kit.limits;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.coyote.Constants;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections whose requests come too slowly, by closing them for reading: whoever waits for
 * the rest gets its end, and Tomcat closes the connection in its own way. Those whose clients read
 * their answers too slowly are closed for writing, with the same effect. When connections get
 * scarce, those that have waited longest without a whole request are ended, so that others are
 * served.
 */
final class SlowConnections {
  private static final Logger LOG = LoggerFactory.getLogger(SlowConnections.class);
  private static final long NANOS_IN_A_MILLI = 1_000_000;
  private static final long SCARCE_BODY_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SCARCE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  // Shares of the most connections: from where on they are scarce, and how many are to be left of
  // those whose requests do not come whole, and of those that are idle.
  private static final double SCARCE = 0.9;
  private static final double LEFT_UNFINISHED = 0.5;
  private static final double LEFT_IDLE = 0.75;

  private final ConnectionLimits limits;
  private final int most;
  private final Map<SocketWrapperBase<?>, Connection> known = new ConcurrentHashMap<>();
  private long lastCheck = System.nanoTime();

  SlowConnections(ConnectionLimits limits, int most) {
    this.limits = limits;
    this.most = most;
  }

  /** What is known of a connection: written by the thread that serves it, read by another. */
  private static final class Connection {
    /** Since when it waits for the rest of a request's headers, or for a request. */
    volatile long waitingSince = System.nanoTime();

    /** Whether one request or more came whole, and no other has begun. */
    volatile boolean isIdle;

    /** What is being read or served by a thread; null while none is. */
    volatile @Nullable Request request;

    /** How many of its events wait for a thread or have one. */
    final AtomicInteger events = new AtomicInteger();

    // The checking thread's own.
    boolean isCut;

    /** How long the client has kept its answers waiting, less the time in which it did not. */
    long blockedNanos;

    /** The bytes that were written before the client began to keep its answers waiting. */
    long writtenBefore;

    boolean isServed() {
      Request now = request;
      int stage = now == null ? Constants.STAGE_NEW : now.getRequestProcessor().getStage();
      return stage >= Constants.STAGE_SERVICE && stage < Constants.STAGE_KEEPALIVE;
    }
  }

  /** Something has come on a connection, which waits for a thread from now on. */
  void waits(SocketWrapperBase<?> connection) {
    known.computeIfAbsent(connection, c -> new Connection()).events.incrementAndGet();
  }

  /** The thread that it waited for has done with it, or there was none. */
  void hadThread(SocketWrapperBase<?> connection) {
    Connection left = known.get(connection);
    if (left != null) {
      left.events.decrementAndGet();
    }
  }

  /** A thread reads from a connection, and serves the request when its headers are whole. */
  void begins(SocketWrapperBase<?> connection, Request request) {
    known.computeIfAbsent(connection, c -> new Connection()).request = request;
  }

  /** The thread leaves the connection. */
  void ends(SocketWrapperBase<?> connection, boolean headersAreIncomplete) {
    Connection left = known.get(connection);
    Request request = left == null ? null : left.request;
    if (left == null || request == null) {
      return;
    }
    if (!headersAreIncomplete) {
      left.waitingSince = System.nanoTime();
    } else if (request.getStartTimeNanos() >= 0) {
      // When the first byte of these headers came.
      left.waitingSince = request.getStartTimeNanos();
    }
    left.isIdle = !headersAreIncomplete;
    left.request = null;
  }

  /** Looks at all connections that there are. */
  void cut(Set<? extends SocketWrapperBase<NioChannel>> connections) {
    try {
      known.keySet().retainAll(connections);
      boolean areScarce = connections.size() >= most * SCARCE;
      long now = System.nanoTime();
      long sinceLastCheck = now - lastCheck;
      lastCheck = now;
      List<SocketWrapperBase<NioChannel>> waiting = new ArrayList<>();
      int left = connections.size();
      for (SocketWrapperBase<NioChannel> connection : connections) {
        Connection one = known.computeIfAbsent(connection, c -> new Connection());
        if (isSlowAnswer(connection, one, sinceLastCheck, areScarce)) {
          // Also where its request was cut before: its answer is still to be read.
          cutAnswer(connection, one);
          left--;
        } else if (one.isCut) {
          left--;
        } else if (one.isServed()) {
          if (isSlowBody(connection, one, now, areScarce)) {
            cut(connection, one, "its body came too slowly");
            left--;
          }
        } else if (one.request != null || one.events.get() > 0) {
          // A thread reads what has come, without waiting for more, or will do so when there is
          // one. It may do so for long, from one request to the next, where the next one has always
          // come already.
          continue;
        } else if (!one.isIdle && now - one.waitingSince > limits.headerTime().toNanos()) {
          cut(connection, one, "its headers came too slowly");
          left--;
        } else if (now - one.waitingSince > SCARCE_WAIT_NANOS) {
          waiting.add(connection);
        }
      }
      if (areScarce) {
        left -= makeRoom(waiting, false, left - (int) (most * LEFT_UNFINISHED));
        makeRoom(waiting, true, left - (int) (most * LEFT_IDLE));
      }
    } catch (RuntimeException e) {
      LOG.error("Connections could not be looked at", e);
    }
  }

  private int makeRoom(List<SocketWrapperBase<NioChannel>> waiting, boolean idle, int wanted) {
    List<SocketWrapperBase<NioChannel>> oldest =
        waiting.stream()
            .filter(connection -> known(connection).isIdle == idle)
            .sorted(Comparator.comparingLong(connection -> known(connection).waitingSince))
            .limit(Math.max(0, wanted))
            .toList();
    oldest.forEach(connection -> cut(connection, known(connection), "connections are scarce"));
    return oldest.size();
  }

  private Connection known(SocketWrapperBase<?> connection) {
    return known.computeIfAbsent(connection, c -> new Connection());
  }

  // While a request is served, reading is slow where the last byte that came is far from the first.
  private boolean isSlowBody(
      SocketWrapperBase<NioChannel> connection, Connection one, long now, boolean areScarce) {
    Request request = one.request;
    if (request == null || !(connection instanceof NioSocketWrapper socket)) {
      return false;
    }
    // Read once: the thread that serves it sets it to -1 where the request ends.
    long start = request.getStartTimeNanos();
    if (start < 0) {
      return false;
    }
    // Tomcat notes it by the clock, which may be set back.
    long sinceLastRead =
        Math.max(0, System.currentTimeMillis() - socket.getLastRead()) * NANOS_IN_A_MILLI;
    return now - start - sinceLastRead > allowedNanos(request.getBytesRead(), areScarce);
  }

  private long allowedNanos(long bytes, boolean areScarce) {
    long allowed = limits.bodyTime().toNanos();
    return (areScarce ? Math.min(allowed, SCARCE_BODY_NANOS) : allowed)
        + TimeUnit.MILLISECONDS.toNanos(1_000 * bytes / limits.bodyRate().toBytes());
  }

  // The time of a slow handler is not the client's: what counts is the time in which bytes wait
  // because the client does not read. What the operating system took before is no merit of it.
  private boolean isSlowAnswer(
      SocketWrapperBase<NioChannel> connection, Connection one, long passed, boolean areScarce) {
    if (!(connection.getSocket() instanceof WatchedChannel channel) || !channel.isBlocked()) {
      one.blockedNanos = Math.max(0, one.blockedNanos - passed);
      return false;
    }
    long written = channel.written();
    if (one.blockedNanos == 0) {
      one.writtenBefore = written;
    }
    one.blockedNanos += passed;
    return one.blockedNanos > allowedNanos(written - one.writtenBefore, areScarce);
  }

  private static void cutAnswer(SocketWrapperBase<NioChannel> connection, Connection one) {
    one.isCut = true;
    LOG.debug("A connection is ended: its answer was read too slowly");
    SocketChannel channel = connection.getSocket().getIOChannel();
    try {
      if (channel != null) {
        // Else the operating system keeps what is not yet sent, for minutes.
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.shutdownOutput();
      }
    } catch (IOException e) {
      LOG.trace("The connection was ended already", e);
    }
  }

  private static void cut(SocketWrapperBase<NioChannel> connection, Connection one, String reason) {
    one.isCut = true;
    LOG.debug("A connection is ended: {}", reason);
    NioChannel socket = connection.getSocket();
    try {
      if (socket.getIOChannel() != null) {
        socket.getIOChannel().shutdownInput();
      }
    } catch (IOException e) {
      LOG.trace("The connection was ended already", e);
    }
  }
}
