package org.reprise.load.ebms;

import java.util.function.Supplier;

/**
 * Where the partner receives Pongs.
 *
 * @param host name or address by which the measured handler reaches it
 * @param port 0 for a free one, which only a handler on this machine can be told of
 * @param bind address that it listens on
 * @param path that messages must come to: beyond loopback it holds a secret, since a handler sends
 *     to whatever address the agreement has, while many cannot send a user and a password
 */
public record SinkAddress(String host, int port, String bind, String path) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String OPEN_PATH = "/ebms";

  /** Of this machine, on a free port. */
  public static SinkAddress local() {
    return new SinkAddress(LOOPBACK, 0, LOOPBACK, OPEN_PATH);
  }

  /**
   * Reads {@code host:port}; a host that is not loopback is listened for on every address of this
   * machine, and messages must come to a path that only those know who have the agreement.
   *
   * @param secret asked for where it is needed, letters and digits
   * @throws IllegalArgumentException where it is something else
   */
  public static SinkAddress parse(String text, Supplier<String> secret) {
    var colon = text.lastIndexOf(':');
    var port =
        text.matches("[A-Za-z0-9.-]+:\\d{1,5}")
            ? Integer.parseInt(text, colon + 1, text.length(), 10)
            : 0;
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("--sink: HOST:PORT, not '" + text + "'");
    }
    var host = text.substring(0, colon);
    return host.equals(LOOPBACK) || host.equals("localhost")
        ? new SinkAddress(host, port, LOOPBACK, OPEN_PATH)
        : new SinkAddress(host, port, "0.0.0.0", OPEN_PATH + "/" + secret.get());
  }

  SinkAddress withPort(int chosen) {
    return new SinkAddress(host, chosen, bind, path);
  }

  public String endpoint() {
    return "http://%s:%d%s".formatted(host, port, path);
  }
}
