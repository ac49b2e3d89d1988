package org.reprise.load.ebms;

import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The MessageIds of one stretch of load: a token, the number of the Ping and a host, so that
 * whoever receives the Pong knows at once which Ping it answers. Token and number together look
 * like a UUID.
 *
 * @param host that makes them unique in the world, as the standard wants
 */
record PingIds(String token, String host) {
  private static final int TOKEN_LENGTH = 23;
  private static final int NUMBER_DIGITS = 12;

  PingIds {
    if (!host.matches("[A-Za-z0-9.-]{1,253}")) {
      throw new IllegalArgumentException("not the name of a host: '" + host + "'");
    }
  }

  static PingIds random(String host) {
    return new PingIds(UUID.randomUUID().toString().substring(0, TOKEN_LENGTH), host);
  }

  String conversation(int number) {
    return token + "-" + HexFormat.of().toHexDigits(number, NUMBER_DIGITS);
  }

  String messageId(int number) {
    return conversation(number) + "@" + host;
  }

  OptionalInt numberOf(String messageId) {
    var digits = TOKEN_LENGTH + 1;
    try {
      var number =
          Math.toIntExact(HexFormat.fromHexDigitsToLong(messageId, digits, digits + NUMBER_DIGITS));
      return messageId.equals(messageId(number)) ? OptionalInt.of(number) : OptionalInt.empty();
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      return OptionalInt.empty();
    }
  }
}
