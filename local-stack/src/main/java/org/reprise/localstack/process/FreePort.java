package org.reprise.localstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.reprise.localstack.postgres.LocalPostgres;

/**
 * TCP ports that are free on the loopback address.
 *
 * <p>The kernel chooses the port, then it is let go again for the server to bind: between the two
 * another process may take it. One JVM is never given the same port twice; against the others the
 * caller must treat "address in use" as a reason to ask for another port and start again, as {@link
 * LocalPostgres} does, or to say so where the server is known by its port. It must also not take a
 * stranger's answer on that port for its server's: check that the own process lives, and its
 * identity (a generated password does).
 */
public final class FreePort {
  private static final int ATTEMPTS = 100;
  private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  /** The range of RFC 6335, which macOS uses. */
  private static final Range IANA = new Range(49_152, 65_535);

  /** The least number of ports to choose from: with fewer the next one would soon be taken. */
  private static final int MIN_LASTING = 500;

  private static final Set<Integer> GIVEN = new HashSet<>();

  private FreePort() {}

  /**
   * Finds a port on 127.0.0.1 that nobody listened on a moment ago.
   *
   * @return a port from the kernel's range for ephemeral ports
   * @throws UncheckedIOException when no port could be bound at all
   */
  public static int loopback() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = anyFree();
      if (given(port)) {
        return port;
      }
    }
    throw new LocalStackException("no free port on 127.0.0.1 after " + ATTEMPTS + " attempts");
  }

  /**
   * Finds a free port on 127.0.0.1 that a server can come back to after a while: none of those that
   * the kernel gives to outgoing connections, of which one could take the place meanwhile. (A
   * client that tries to reach the absent server can even be given the server's port, and talk to
   * itself.)
   *
   * @return a port from 10,000 to 29,999, as far as {@code ip_local_port_range} leaves those
   */
  public static int lasting() {
    Range range = lasting(ephemeral());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(range.first(), range.last() + 1);
      if (isFree(port) && given(port)) {
        return port;
      }
    }
    throw new LocalStackException("no free port on 127.0.0.1 after " + ATTEMPTS + " attempts");
  }

  record Range(int first, int last) {}

  /** The usual ports below the kernel's own, else those above them, else the usual ones. */
  static Range lasting(Range ephemeral) {
    Range below = new Range(10_000, Math.min(29_999, ephemeral.first() - 1));
    Range above = new Range(Math.max(10_000, ephemeral.last() + 1), 65_535);
    if (below.last() - below.first() >= MIN_LASTING) {
      return below;
    }
    return above.last() - above.first() >= MIN_LASTING ? above : new Range(10_000, 29_999);
  }

  private static Range ephemeral() {
    try {
      // One buffer: the kernel answers a second read with the end of the file.
      String[] range = Files.readAllLines(EPHEMERAL).getFirst().strip().split("\\s+");
      return new Range(Integer.parseInt(range[0]), Integer.parseInt(range[1]));
    } catch (IOException noLinux) {
      return IANA;
    }
  }

  /** Returns whether a server could listen on a port of 127.0.0.1 just now. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private static boolean given(int port) {
    synchronized (GIVEN) {
      return GIVEN.add(port);
    }
  }

  private static int anyFree() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot bind a port on 127.0.0.1", e);
    }
  }
}
