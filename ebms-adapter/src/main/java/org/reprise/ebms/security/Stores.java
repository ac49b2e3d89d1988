package org.reprise.ebms.security;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

final class Stores {
  private Stores() {}

  static KeyStore read(@Nullable Path file, @Nullable String password, String property) {
    try {
      if (file != null && password != null) {
        return KeyStore.getInstance(file.toFile(), password.toCharArray());
      }
      KeyStore empty = KeyStore.getInstance("PKCS12");
      empty.load(null, null);
      return empty;
    } catch (IOException | GeneralSecurityException e) {
      throw SecuritySettings.wrong(
          property, "names a file that is no PKCS #12 store of this password: " + e.getMessage());
    }
  }
}
