package org.reprise.load.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of this machine's loopback address. */
final class Ports {
  private Ports() {}

  /** Whether a server could listen there now. */
  static boolean free(int port) throws IOException {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (BindException e) {
      return false;
    }
  }
}
