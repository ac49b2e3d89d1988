package org.reprise.ebms.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;

class KeyRingTest {
  private static final String PBE = "PBEWithSHA1AndDESede";
  private static final char[] PASSWORD = TestCa.PASSWORD.toCharArray();
  private static final TestCa CA = new TestCa("trusted");
  private static final TestCa.Issued OWN = CA.issue(Cpas.BETA);
  private static final TestCa.Issued EC = CA.issueEc(Cpas.ALPHA);

  @TempDir private Path directory;

  private KeyRing withAnotherKey(TestCa.Issued key, Certificate @Nullable [] chain)
      throws Exception {
    Path file = TestCa.keyStore(directory.resolve("k"), OWN);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    store.setKeyEntry("another", encrypted(key), chain);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
    return new KeyRing(
        new SecuritySettings(
            file,
            TestCa.PASSWORD,
            TestCa.trustStore(directory.resolve("t"), CA.certificate()),
            TestCa.PASSWORD,
            null,
            List.of(),
            Duration.ofSeconds(1),
            true));
  }

  // KeyStore takes a key without a certificate only in this form.
  private static byte[] encrypted(TestCa.Issued key) throws Exception {
    Cipher cipher = Cipher.getInstance(PBE);
    cipher.init(
        Cipher.ENCRYPT_MODE,
        SecretKeyFactory.getInstance(PBE).generateSecret(new PBEKeySpec(PASSWORD)));
    byte[] octets = cipher.doFinal(key.key().getEncoded());
    return new EncryptedPrivateKeyInfo(cipher.getParameters(), octets).getEncoded();
  }

  @Test
  void skipsKeyWithoutCertificate() throws Exception {
    KeyRing keys = withAnotherKey(EC, null);
    assertThat(keys.get(OWN.certificate()).getPrivateKey()).isEqualTo(OWN.key());
  }

  @Test
  void readsKeyWithItsCertificate() throws Exception {
    KeyRing keys = withAnotherKey(EC, new Certificate[] {EC.certificate()});
    assertThat(keys.get(EC.certificate()).getPrivateKey()).isEqualTo(EC.key());
  }

  @Test
  void namesSettingWhereKeyDoesNotFitItsCertificate() {
    assertThatThrownBy(() -> withAnotherKey(EC, new Certificate[] {OWN.certificate()}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("security.key-store has a key of another password or certificate");
  }
}
