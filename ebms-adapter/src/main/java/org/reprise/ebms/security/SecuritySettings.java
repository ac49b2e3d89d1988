package org.reprise.ebms.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keys and trusted authorities, under {@code reprise.ebms.security}.
 *
 * @param keyStore a PKCS #12 file with our keys and their certificates; null where there is no TLS,
 *     no signature and no encryption
 * @param keyStorePassword of the store and of its keys
 * @param trustStore a PKCS #12 file with the authorities whose certificates are trusted
 * @param trustStorePassword of that store
 * @param keyAlias the entry by which this service is known in TLS; null where the store has one key
 * @param revocationLists files with lists of revoked certificates, DER or PEM; where there are any,
 *     each issuer must have a list that is in force. They are read again when they change.
 * @param revocationCheck how often is looked whether a list changed
 * @param requireClientCertificate whether a message over TLS is taken only with the certificate of
 *     its sender
 */
@ConfigurationProperties("reprise.ebms.security")
public record SecuritySettings(
    @Nullable Path keyStore,
    @Nullable String keyStorePassword,
    @Nullable Path trustStore,
    @Nullable String trustStorePassword,
    @Nullable String keyAlias,
    @DefaultValue List<Path> revocationLists,
    @DefaultValue("10s") Duration revocationCheck,
    @DefaultValue("true") boolean requireClientCertificate) {
  /** Copies; refuses contradicting settings, with the property's name. */
  public SecuritySettings {
    revocationLists = List.copyOf(revocationLists);
    pair(keyStore, keyStorePassword, "key-store");
    pair(trustStore, trustStorePassword, "trust-store");
    if (keyStore != null && trustStore == null) {
      throw wrong("trust-store", "is missing: with a key store, authorities to trust are needed");
    }
    if (!revocationLists.isEmpty() && trustStore == null) {
      throw wrong("revocation-lists", "needs a trust-store");
    }
    revocationLists.forEach(file -> readable(file, "revocation-lists"));
    if (revocationCheck.toMillis() < 100) {
      throw wrong("revocation-check", "must be at least 100ms, was " + revocationCheck);
    }
  }

  private static void pair(@Nullable Path store, @Nullable String password, String name) {
    if (store != null) {
      readable(store, name);
      if (password == null) {
        throw wrong(name + "-password", "is missing");
      }
    }
  }

  private static void readable(Path file, String name) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw wrong(name, "must name a file that can be read, was " + file);
    }
  }

  static IllegalArgumentException wrong(String name, String why) {
    return new IllegalArgumentException("reprise.ebms.security.%s %s".formatted(name, why));
  }

  /** Without passwords. */
  @Override
  public String toString() {
    return "SecuritySettings[keyStore=%s, trustStore=%s, revocationLists=%s]"
        .formatted(keyStore, trustStore, revocationLists);
  }
}
