package org.reprise.content.upload;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The checksum of one request's bytes (tus 1.0.0, extension Checksum). */
record Checksum(MessageDigest algorithm, byte[] expected) {
  /** What the header {@code Tus-Checksum-Algorithm} lists. */
  static final String ALGORITHMS = "sha1,sha256,md5";

  private static final Map<String, String> NAMES =
      Map.of("sha1", "SHA-1", "sha256", "SHA-256", "md5", "MD5");

  /**
   * Reads the header {@code Upload-Checksum}: an algorithm and a value in Base64.
   *
   * @throws ResponseStatusException 400 for another form or an algorithm that is not listed
   */
  static @Nullable Checksum read(@Nullable String header) {
    if (header == null) {
      return null;
    }
    String[] parts = header.strip().split(" ", 2);
    String name = NAMES.get(parts[0]);
    try {
      if (name != null && parts.length == 2) {
        return new Checksum(
            MessageDigest.getInstance(name), Base64.getDecoder().decode(parts[1].strip()));
      }
    } catch (IllegalArgumentException notBase64) {
      // refused below
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has them
    }
    throw new ResponseStatusException(
        HttpStatus.BAD_REQUEST,
        "Upload-Checksum has an algorithm (" + ALGORITHMS + "), a space and a value in Base64.");
  }

  boolean matches() {
    return Arrays.equals(algorithm.digest(), expected);
  }
}
