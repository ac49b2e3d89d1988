package org.reprise.ebms.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

final class Stores {
  private Stores() {}

  static KeyStore read(@Nullable Path file, @Nullable String password, String property) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      if (file == null || password == null) {
        store.load(null, null);
        return store;
      }
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, password.toCharArray());
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw SecuritySettings.wrong(
          property, "names a file that is no PKCS #12 store of this password: " + e.getMessage());
    }
  }
}
