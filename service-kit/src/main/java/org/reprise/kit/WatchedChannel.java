package org.reprise.kit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;

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
