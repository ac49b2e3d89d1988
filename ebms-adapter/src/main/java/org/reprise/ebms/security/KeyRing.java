package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Our own keys, by their certificates. */
public final class KeyRing {
  private final Map<X509Certificate, SigningKey> keys;

  private KeyRing(Map<X509Certificate, SigningKey> keys) {
    this.keys = Map.copyOf(keys);
  }

  /** All keys of the configured store; refuses a store whose keys cannot be read. */
  public static KeyRing of(SecuritySettings settings) {
    KeyStore store = Stores.read(settings.keyStore(), settings.keyStorePassword(), "key-store");
    String password = settings.keyStorePassword();
    Map<X509Certificate, SigningKey> keys = new HashMap<>();
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)
            && password != null
            && store.getKey(alias, password.toCharArray()) instanceof PrivateKey key
            && store.getCertificate(alias) instanceof X509Certificate certificate) {
          keys.put(certificate, new SigningKey(key, certificate));
        }
      }
    } catch (GeneralSecurityException e) {
      throw SecuritySettings.wrong("key-store", "has a key of another password: " + e.getMessage());
    }
    if (keys.isEmpty() && settings.keyStore() != null) {
      throw SecuritySettings.wrong("key-store", "has no key");
    }
    return new KeyRing(keys);
  }

  /** The key of a certificate; empty where it is not ours. */
  public Optional<SigningKey> find(X509Certificate certificate) {
    return Optional.ofNullable(keys.get(certificate));
  }
}
