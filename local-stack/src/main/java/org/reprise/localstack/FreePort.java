package org.reprise.localstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/**
 * TCP ports that are free on the loopback address.
 *
 * <p>The kernel chooses the port, then it is let go again for the server to bind: between the two
 * another process may take it. One JVM is never given the same port twice; against the others the
 * caller must treat "address in use" as a reason to ask for another port and start again, as {@link
 * LocalPostgres} does. It must also not take a stranger's answer on that port for its server's:
 * check that the own process lives, and its identity (a generated password does).
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
      synchronized (GIVEN) {
        if (GIVEN.add(port)) {
          return port;
        }
      }
    }
    throw new LocalStackException("no free port on 127.0.0.1 after " + ATTEMPTS + " attempts");
  }

  private static int anyFree() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot bind a port on 127.0.0.1", e);
    }
  }
}
