package org.reprise.load.ebms;

/**
 * Where the partner receives Pongs.
 *
 * @param host name or address by which the measured handler reaches it
 * @param port 0 for a free one, which only a handler on this machine can be told of
 * @param bind address that it listens on
 */
public record SinkAddress(String host, int port, String bind) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Of this machine, on a free port. */
  public static SinkAddress local() {
    return new SinkAddress(LOOPBACK, 0, LOOPBACK);
  }

  /**
   * Reads {@code host:port}; a host that is not loopback is listened for on every address of this
   * machine.
   *
   * @throws IllegalArgumentException where it is something else
   */
  public static SinkAddress parse(String text) {
    var colon = text.lastIndexOf(':');
    if (!text.matches("[A-Za-z0-9.-]+:\\d{1,5}")
        || Integer.parseInt(text.substring(colon + 1)) < 1
        || Integer.parseInt(text.substring(colon + 1)) > 65_535) {
      throw new IllegalArgumentException("--sink: HOST:PORT, not '" + text + "'");
    }
    var host = text.substring(0, colon);
    var loopback = host.equals(LOOPBACK) || host.equals("localhost");
    return new SinkAddress(
        host, Integer.parseInt(text.substring(colon + 1)), loopback ? LOOPBACK : "0.0.0.0");
  }

  SinkAddress withPort(int chosen) {
    return new SinkAddress(host, chosen, bind);
  }

  /** The endpoint as it stands in the agreement. */
  public String endpoint() {
    return "http://%s:%d/ebms".formatted(host, port);
  }

  String warmUp() {
    return "http://%s:%d%s".formatted(LOOPBACK, port, Partner.WARM_UP);
  }
}
