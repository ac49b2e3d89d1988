package org.reprise.kit.limits;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/** A connection that knows how far its client has taken what was written. */
interface WatchedChannel {
  /** Bytes that were written since the connection came, TLS not counted. */
  long written();

  /** Whether the last write could write nothing, since all buffers on the way are full. */
  boolean isBlocked();

  /** What one connection has written: by one thread at a time, read by another. */
  final class Writes {
    private volatile long written;
    private volatile boolean isBlocked;

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

  /** Connections of HTTP and of HTTPS that are watched. */
  final class Endpoint extends NioEndpoint {
    private @Nullable SlowConnections slow;

    /** Before it is started. */
    void tell(SlowConnections connections) {
      slow = connections;
    }

    @Override
    public boolean processSocket(
        SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
      SlowConnections connections = slow;
      if (connections == null || connection == null) {
        return super.processSocket(connection, event, dispatch);
      }
      connections.waits(connection);
      boolean isTaken = super.processSocket(connection, event, dispatch);
      if (!isTaken) {
        connections.hadThread(connection);
      }
      return isTaken;
    }

    @Override
    protected SocketProcessorBase<NioChannel> createSocketProcessor(
        SocketWrapperBase<NioChannel> connection, SocketEvent event) {
      return new SocketProcessor(connection, event) {
        @Override
        protected void doRun() {
          // It forgets its connection at the end.
          SocketWrapperBase<NioChannel> served = socketWrapper;
          try {
            super.doRun();
          } finally {
            SlowConnections connections = slow;
            if (connections != null) {
              connections.hadThread(served);
            }
          }
        }
      };
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffer) {
      return isSSLEnabled() ? new Encrypted(buffer, this) : new Plain(buffer);
    }
  }

  /** Without TLS. */
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
    public long written() {
      return writes.written;
    }

    @Override
    public boolean isBlocked() {
      return writes.isBlocked;
    }
  }

  /** With TLS. */
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
    public long written() {
      return writes.written;
    }

    @Override
    public boolean isBlocked() {
      return writes.isBlocked;
    }
  }
}
