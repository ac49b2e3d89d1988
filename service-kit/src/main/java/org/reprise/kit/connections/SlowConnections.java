package org.reprise.kit.connections;

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
import org.apache.tomcat.util.net.SendfileDataBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections whose requests come too slowly, by closing them for reading: who waits for the
 * rest reads its end, and Tomcat closes the connection. Those whose clients read responses too
 * slowly are closed for writing. When connections get scarce, those that have waited longest
 * without a whole request are ended.
 */
final class SlowConnections {
  private static final Logger LOG = LoggerFactory.getLogger(SlowConnections.class);
  private static final long NANOS_IN_A_MILLI = 1_000_000;
  private static final long SCARCE_BODY_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SCARCE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  // Shares of the maximum: where connections become scarce, and how many stay when those with
  // incomplete requests, or idle ones, are ended.
  private static final double SCARCE = 0.9;
  private static final double TARGET_INCOMPLETE = 0.5;
  private static final double TARGET_IDLE = 0.75;

  private final ConnectionLimits limits;
  private final int max;
  private final Map<SocketWrapperBase<?>, Connection> known = new ConcurrentHashMap<>();
  private long lastCheck = System.nanoTime();
  private boolean wereScarce;

  SlowConnections(ConnectionLimits limits, int max) {
    this.limits = limits;
    this.max = max;
  }

  /** State of a connection, written by the thread that serves it and read by the checking one. */
  private static final class Connection {
    /** Since when it waits for the rest of a request's headers, or for a request. */
    volatile long waitingSince = System.nanoTime();

    /** At least one request was served, and no other has begun. */
    volatile boolean isIdle;

    /** The request that a thread reads or serves; null while none does. */
    volatile @Nullable Request request;

    /** Events that wait for a thread or have one. */
    final AtomicInteger events = new AtomicInteger();

    // Used by the checking thread only.
    boolean isCut;

    /** The time for which the client has blocked responses, less that in which it did not. */
    long blockedNanos;

    /** Bytes written before the client began to block. */
    long writtenBefore;

    /** What the operating system sends by itself, past the channel; null where it does not. */
    @Nullable SendfileDataBase file;

    boolean isServed() {
      Request now = request;
      int stage = now == null ? Constants.STAGE_NEW : now.getRequestProcessor().getStage();
      return stage >= Constants.STAGE_SERVICE && stage < Constants.STAGE_KEEPALIVE;
    }
  }

  /** Records that an event of a connection waits for a thread. */
  void eventBegins(SocketWrapperBase<?> connection) {
    known(connection).events.incrementAndGet();
  }

  /** Records that the event was handled, or got no thread. */
  void eventEnds(SocketWrapperBase<?> connection) {
    Connection left = known.get(connection);
    if (left != null) {
      left.events.decrementAndGet();
    }
  }

  /** Records that a thread reads a request, and serves it when its headers are complete. */
  void serviceBegins(SocketWrapperBase<?> connection, Request request) {
    known(connection).request = request;
  }

  /** Records that the thread leaves the connection. */
  void serviceEnds(SocketWrapperBase<?> connection, boolean headersAreIncomplete) {
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

  /** Checks all open connections, and ends the slow ones. */
  void cut(Set<? extends SocketWrapperBase<NioChannel>> connections) {
    try {
      // Not all others: one may have been accepted since they were listed.
      known.keySet().removeIf(SocketWrapperBase::isClosed);
      boolean areScarce = connections.size() >= max * SCARCE;
      if (areScarce && !wereScarce) {
        LOG.warn("{} of {} connections are used: ending slow ones", connections.size(), max);
      }
      wereScarce = areScarce;
      long now = System.nanoTime();
      long sinceLastCheck = now - lastCheck;
      lastCheck = now;
      List<SocketWrapperBase<NioChannel>> waiting = new ArrayList<>();
      int left = connections.size();
      for (SocketWrapperBase<NioChannel> connection : connections) {
        Connection one = known(connection);
        if (isSlowAnswer(connection, one, sinceLastCheck, areScarce)) {
          // Also where its request was cut before: its response is still to be read.
          cut(connection, one, "its response was read too slowly", true);
          left--;
        } else if (one.isCut) {
          left--;
        } else if (one.isServed()) {
          if (isSlowBody(connection, one, now, areScarce)) {
            cut(connection, one, "its body came too slowly", false);
            left--;
          }
        } else if (one.request != null || one.events.get() > 0 || one.file != null) {
          // A thread reads what has come, or will do so when there is one. That may take long
          // where the next request has always come already.
          continue;
        } else if (!one.isIdle && now - one.waitingSince > limits.headerTime().toNanos()) {
          cut(connection, one, "its headers came too slowly", false);
          left--;
        } else if (now - one.waitingSince > SCARCE_WAIT_NANOS) {
          waiting.add(connection);
        }
      }
      if (areScarce) {
        left -= makeRoom(waiting, false, left - (int) (max * TARGET_INCOMPLETE));
        makeRoom(waiting, true, left - (int) (max * TARGET_IDLE));
      }
    } catch (RuntimeException | Error e) {
      LOG.error("Cannot check connections for slow clients", e);
    }
  }

  private int makeRoom(List<SocketWrapperBase<NioChannel>> waiting, boolean idle, int wanted) {
    List<SocketWrapperBase<NioChannel>> oldest =
        waiting.stream()
            .filter(connection -> known(connection).isIdle == idle)
            .sorted(Comparator.comparingLong(connection -> known(connection).waitingSince))
            .limit(Math.max(0, wanted))
            .toList();
    oldest.forEach(
        connection -> cut(connection, known(connection), "connections are scarce", false));
    return oldest.size();
  }

  private Connection known(SocketWrapperBase<?> connection) {
    return known.computeIfAbsent(connection, c -> new Connection());
  }

  // While a request is served, reading is slow where the last byte came long after the first.
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
    // By Tomcat's wall clock, which may be set back.
    long sinceLastRead =
        Math.max(0, System.currentTimeMillis() - socket.getLastRead()) * NANOS_IN_A_MILLI;
    return now - start - sinceLastRead > allowedNanos(request.getBytesRead(), areScarce);
  }

  private long allowedNanos(long bytes, boolean areScarce) {
    long allowed = limits.bodyTime().toNanos();
    return (areScarce ? Math.min(allowed, SCARCE_BODY_NANOS) : allowed)
        + TimeUnit.MILLISECONDS.toNanos(1_000 * bytes / limits.bodyRate().toBytes());
  }

  // A slow handler is not the client's fault: only the time counts in which bytes wait because the
  // client does not read, and only bytes that were written since.
  private boolean isSlowAnswer(
      SocketWrapperBase<NioChannel> connection, Connection one, long passed, boolean areScarce) {
    SendfileDataBase file =
        connection instanceof NioSocketWrapper socket ? socket.getSendfileData() : null;
    if (one.file != file) {
      one.file = file;
      one.blockedNanos = 0;
    }
    if (!(connection.getSocket() instanceof WatchedChannel channel)
        || file == null && !channel.writes().isBlocked) {
      one.blockedNanos = Math.max(0, one.blockedNanos - passed);
      return false;
    }
    long written = file == null ? channel.writes().written : file.pos;
    if (one.blockedNanos == 0) {
      one.writtenBefore = written;
    }
    one.blockedNanos += passed;
    return one.blockedNanos > allowedNanos(written - one.writtenBefore, areScarce);
  }

  private static void cut(
      SocketWrapperBase<NioChannel> connection, Connection one, String reason, boolean isWriting) {
    one.isCut = true;
    LOG.debug("Ending a connection: {}", reason);
    SocketChannel channel = connection.getSocket().getIOChannel();
    try {
      if (channel != null && isWriting) {
        // Else the operating system keeps unsent bytes for minutes.
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.shutdownOutput();
      } else if (channel != null) {
        channel.shutdownInput();
      }
    } catch (IOException e) {
      LOG.trace("The connection was closed already", e);
    }
  }
}
