package org.reprise.kit;

/**
 * A service was started without a password and without a token issuer: it could not admit any
 * client.
 */
final class MissingCredentials extends RuntimeException {
  MissingCredentials() {
    super(
        "reprise.security.password is not set and no token issuer is configured: set"
            + " REPRISE_SECURITY_PASSWORD, or spring.security.oauth2.resourceserver.jwt.issuer-uri."
            + " There is no default password.");
  }
}
