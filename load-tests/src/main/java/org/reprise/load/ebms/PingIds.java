package org.reprise.load.ebms;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The MessageIds of one stretch of load: {@code UUID@host}, each UUID of version 8 (RFC 9562
 * section 5.8) made of a random token and the number of the Ping, so that whoever receives the Pong
 * knows at once which Ping it answers.
 *
 * @param token 60 random bits in hexadecimal, the same for all
 * @param host that makes them unique in the world, as the standard wants
 */
record PingIds(String token, String host) {
  private static final int TOKEN_DIGITS = 15;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long MOST = (1L << 62) - 1;

  PingIds {
    if (!token.matches("[0-9a-f]{" + TOKEN_DIGITS + "}")) {
      throw new IllegalArgumentException(
          "a token is " + TOKEN_DIGITS + " hexadecimal digits, not '" + token + "'");
    }
    if (!host.matches("[A-Za-z0-9.-]{1,253}")) {
      throw new IllegalArgumentException("not the name of a host: '" + host + "'");
    }
  }

  /** Ids that nobody has used before. */
  static PingIds random(String host) {
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return new PingIds(HexFormat.of().formatHex(bytes).substring(0, TOKEN_DIGITS), host);
  }

  UUID uuid(long number) {
    // The version stands between the 12th and the 13th digit.
    var high = Long.parseUnsignedLong(token.substring(0, 12) + "8" + token.substring(12), 16);
    return new UUID(high, VARIANT | number);
  }

  String messageId(long number) {
    return uuid(number) + "@" + host;
  }

  /** The token of a MessageId that was made here; empty where it was made elsewhere. */
  static String tokenOf(UUID uuid) {
    var digits = HexFormat.of().toHexDigits(uuid.getMostSignificantBits());
    return digits.charAt(12) == '8' ? digits.substring(0, 12) + digits.substring(13) : "";
  }

  /** The number of the Ping; empty where the UUID is none of version 8. */
  static OptionalLong numberOf(UUID uuid) {
    return tokenOf(uuid).isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(uuid.getLeastSignificantBits() & MOST);
  }
}
