package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Our own keys, by their certificates. */
@Component
public final class KeyRing {
  private final Map<X509Certificate, KeyStore.PrivateKeyEntry> keys = new HashMap<>();

  /** Reads all keys that have a certificate; refuses a store whose keys cannot be read. */
  public KeyRing(SecuritySettings settings) {
    String password = settings.keyStorePassword();
    KeyStore store = Stores.read(settings.keyStore(), password, "key-store");
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (password != null
            && store.isKeyEntry(alias)
            && store.getCertificate(alias) instanceof X509Certificate certificate
            && store.getEntry(alias, new KeyStore.PasswordProtection(password.toCharArray()))
                instanceof KeyStore.PrivateKeyEntry key) {
          keys.put(certificate, key);
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw SecuritySettings.wrong(
          "key-store", "has a key of another password or certificate: " + e.getMessage());
    }
    if (keys.isEmpty() && settings.keyStore() != null) {
      throw SecuritySettings.wrong("key-store", "has no key");
    }
  }

  /** Returns the key of a certificate; throws MissingKey where it is not ours. */
  public KeyStore.PrivateKeyEntry get(X509Certificate certificate) {
    KeyStore.PrivateKeyEntry key = keys.get(certificate);
    if (key == null) {
      throw new MissingKey(certificate);
    }
    return key;
  }
}
