package org.reprise.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

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
   * Finds a free port on 127.0.0.1 that a server can come back to after a while: one below those
   * that the kernel gives to outgoing connections, of which one could take the place meanwhile. (A
   * client that tries to reach the absent server can even be given the server's port, and talk to
   * itself.)
   *
   * @return a port from 10,000 to 29,999
   */
  public static int lasting() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
      if (isFree(port) && given(port)) {
        return port;
      }
    }
    throw new LocalStackException("no free port on 127.0.0.1 after " + ATTEMPTS + " attempts");
  }

  /** Whether a server could listen on a port of 127.0.0.1 just now. */
  static boolean isFree(int port) {
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
