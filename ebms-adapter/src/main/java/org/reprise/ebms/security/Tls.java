package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;

/**
 * Two-sided TLS with our key and our trust, for connections in both directions. TLS 1.2 and 1.3
 * only (Digikoppeling Beveiligingsstandaarden en voorschriften).
 */
public final class Tls {
  /** The name of the bundle, as in {@code server.ssl.bundle}. */
  public static final String BUNDLE = "ebms";

  private static final String[] PROTOCOLS = {"TLSv1.2", "TLSv1.3"};
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final String ANY = "2.5.29.37.0";

  private final KeyStore keyStore;
  private final String password;
  private final @Nullable String alias;
  private final KeyStore trustStore;
  private final KeyManagerFactory keyManagers;
  private final X509TrustManager trustManager;

  Tls(SecuritySettings settings, Trust trust) {
    this.password = Objects.requireNonNull(settings.keyStorePassword());
    this.keyStore = Stores.read(settings.keyStore(), password, "key-store");
    this.trustStore =
        Stores.read(settings.trustStore(), settings.trustStorePassword(), "trust-store");
    this.alias = settings.keyAlias();
    this.trustManager = new Manager(trust);
    try {
      if (alias != null && !keyStore.isKeyEntry(alias)) {
        throw SecuritySettings.wrong("key-alias", "names no key of the key-store: " + alias);
      }
      this.keyManagers = SslManagerBundle.from(stores(), key()).getKeyManagerFactory();
    } catch (GeneralSecurityException e) {
      throw SecuritySettings.wrong("key-store", "cannot be used: " + e.getMessage());
    }
  }

  private SslStoreBundle stores() {
    return SslStoreBundle.of(keyStore, password, trustStore);
  }

  private SslBundleKey key() {
    return SslBundleKey.of(password, alias);
  }

  public SslBundle bundle() {
    return SslBundle.of(
        stores(),
        key(),
        SslOptions.of(null, PROTOCOLS),
        "TLS",
        SslManagerBundle.of(
            keyManagers, SslManagerBundle.from(trustManager).getTrustManagerFactory()));
  }

  /** A context with our key and our trust. */
  public SSLContext context() {
    return bundle().createSslContext();
  }

  public X509TrustManager trustManager() {
    return trustManager;
  }

  /** Chooses the certificate that is shown. */
  public X509KeyManager keyManager() {
    for (KeyManager manager : keyManagers.getKeyManagers()) {
      if (manager instanceof X509KeyManager x509) {
        return x509;
      }
    }
    throw new IllegalStateException("the JDK has no X.509 key manager");
  }

  /**
   * Not an X509ExtendedTrustManager, so that the platform adds its own checks of host names and
   * algorithms.
   */
  private record Manager(Trust trust) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      try {
        check(chain, CLIENT);
      } catch (RevocationUnknown e) {
        // Where the certificate counts, ClientCertificates checks it again and answers 503: to a
        // failed handshake the client could not tell that it is not its own fault.
        checkUse(chain, CLIENT);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      check(chain, SERVER);
    }

    private void check(X509Certificate[] chain, String purpose) throws CertificateException {
      trust.check(List.of(chain));
      checkUse(chain, purpose);
    }

    private static void checkUse(X509Certificate[] chain, String purpose)
        throws CertificateException {
      if (!isFor(chain[0], purpose)) {
        throw new CertificateException("the certificate is for another use than TLS on this side");
      }
    }

    // RFC 5280, section 4.2.1.12: no extension, any use.
    private static boolean isFor(X509Certificate certificate, String purpose)
        throws CertificateParsingException {
      List<String> uses = certificate.getExtendedKeyUsage();
      return uses == null || uses.contains(purpose) || uses.contains(ANY);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trust.authorities().toArray(X509Certificate[]::new);
    }
  }
}
