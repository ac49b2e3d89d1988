package org.reprise.kit.connections;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/** A connection that knows how much its client has taken. */
interface WatchedChannel {
  Writes writes();

  /** Counts what one thread at a time writes, for another that reads. */
  final class Writes {
    /** Bytes since the connection was accepted, without TLS. */
    volatile long written;

    /** The last write wrote nothing, since all buffers are full. */
    volatile boolean isBlocked;

    private int after(int bytes, ByteBuffer source) {
      isBlocked = bytes == 0 && source.hasRemaining();
      if (bytes > 0) {
        written = written + bytes;
      }
      return bytes;
    }

    private void reset() {
      written = 0;
      isBlocked = false;
    }
  }

  /** Creates watched connections of HTTP and HTTPS. */
  final class Endpoint extends NioEndpoint {
    private @Nullable SlowConnections slow;

    /** Must be called before the start. */
    void watch(SlowConnections connections) {
      slow = connections;
    }

    @Override
    public boolean processSocket(
        SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
      SlowConnections connections = Objects.requireNonNull(slow);
      if (connection == null) {
        return super.processSocket(connection, event, dispatch);
      }
      connections.eventBegins(connection);
      boolean isTaken = super.processSocket(connection, event, dispatch);
      if (!isTaken) {
        connections.eventEnds(connection);
      }
      return isTaken;
    }

    @Override
    protected SocketProcessorBase<NioChannel> createSocketProcessor(
        SocketWrapperBase<NioChannel> connection, SocketEvent event) {
      return new SocketProcessor(connection, event) {
        @Override
        protected void doRun() {
          // Tomcat clears it at the end.
          SocketWrapperBase<NioChannel> served = socketWrapper;
          try {
            super.doRun();
          } finally {
            Objects.requireNonNull(slow).eventEnds(served);
          }
        }
      };
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffer) {
      return isSSLEnabled() ? new Encrypted(buffer, this) : new Plain(buffer);
    }
  }

  final class Plain extends NioChannel implements WatchedChannel {
    private final Writes writes = new Writes();

    Plain(SocketBufferHandler buffer) {
      super(buffer);
    }

    @Override
    public void reset(SocketChannel channel, NioSocketWrapper connection) throws IOException {
      writes.reset();
      super.reset(channel, connection);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      return writes.after(super.write(source), source);
    }

    @Override
    public Writes writes() {
      return writes;
    }
  }

  final class Encrypted extends SecureNioChannel implements WatchedChannel {
    private final Writes writes = new Writes();

    Encrypted(SocketBufferHandler buffer, NioEndpoint endpoint) {
      super(buffer, endpoint);
    }

    @Override
    public void reset(SocketChannel channel, NioSocketWrapper connection) throws IOException {
      writes.reset();
      super.reset(channel, connection);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      return writes.after(super.write(source), source);
    }

    @Override
    public Writes writes() {
      return writes;
    }
  }
}
