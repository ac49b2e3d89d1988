package org.reprise.ebms.agreement;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The digests that Digikoppeling allows. */
public enum DigestAlgorithm {
  SHA256("http://www.w3.org/2001/04/xmlenc#sha256", "SHA-256"),
  SHA384("http://www.w3.org/2001/04/xmldsig-more#sha384", "SHA-384"),
  SHA512("http://www.w3.org/2001/04/xmlenc#sha512", "SHA-512");

  private final String uri;
  private final String jcaName;

  DigestAlgorithm(String uri, String jcaName) {
    this.uri = uri;
    this.jcaName = jcaName;
  }

  /** The identifier in signatures (RFC 9231). */
  public String uri() {
    return uri;
  }

  public String jcaName() {
    return jcaName;
  }

  /** Reads an identifier, or a name such as {@code SHA-256}; empty for all that is not allowed. */
  public static Optional<DigestAlgorithm> parse(String text) {
    String name = text.strip().toUpperCase(Locale.ROOT).replace("-", "");
    return Arrays.stream(values())
        .filter(one -> one.uri.equals(text.strip()) || one.name().equals(name))
        .findFirst();
  }
}
