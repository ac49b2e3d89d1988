package org.reprise.load.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.Optional;
import org.reprise.load.deploy.ServiceRole;

/** TCP ports of this machine's loopback address. */
final class Ports {
  private Ports() {}

  /** The option by which the user says the port of a service: {@code --cps-port}. */
  static String option(ServiceRole service) {
    return "--" + service.address().variable().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Why no server could listen there now, in words; empty where one could. */
  static Optional<String> trouble(int port) throws IOException {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Optional.empty();
    } catch (BindException e) {
      return Optional.of(trouble(e));
    }
  }

  /** The system says by its text alone which of the two it is. */
  static String trouble(BindException e) {
    var text = String.valueOf(e.getMessage());
    return text.contains("in use")
        ? "is taken by another program"
        : "cannot be used by this user (%s)".formatted(text);
  }
}
