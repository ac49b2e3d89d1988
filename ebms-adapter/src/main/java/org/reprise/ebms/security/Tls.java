package org.reprise.ebms.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.stereotype.Component;

/**
 * Two-sided TLS with our key and our trust, for connections in both directions. TLS 1.2 and 1.3
 * only (Digikoppeling Beveiligingsstandaarden en voorschriften).
 */
@Component
@ConditionalOnProperty(Tls.KEY_STORE)
public final class Tls {
  static final String KEY_STORE = "reprise.ebms.security.key-store";

  /** The name of the bundle, as in {@code server.ssl.bundle}. */
  public static final String BUNDLE = "ebms";

  private static final String[] PROTOCOLS = {"TLSv1.2", "TLSv1.3"};
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final String ANY = "2.5.29.37.0";

  private final X509TrustManager trustManager;
  private final SslBundle bundle;

  Tls(SecuritySettings settings, Trust trust) {
    if (settings.keyStore() == null) {
      throw SecuritySettings.wrong("key-store", "is empty");
    }
    String password = Objects.requireNonNull(settings.keyStorePassword());
    KeyStore keys = Stores.read(settings.keyStore(), password, "key-store");
    String alias = settings.keyAlias();
    SslBundleKey key = SslBundleKey.of(password, alias);
    SslStoreBundle stores =
        SslStoreBundle.of(
            keys,
            password,
            Stores.read(settings.trustStore(), settings.trustStorePassword(), "trust-store"));
    this.trustManager = new Manager(trust);
    try {
      if (alias != null && !keys.isKeyEntry(alias)) {
        throw SecuritySettings.wrong("key-alias", "names no key of the key-store: " + alias);
      }
      SslManagerBundle managers =
          SslManagerBundle.of(
              SslManagerBundle.from(stores, key).getKeyManagerFactory(),
              SslManagerBundle.from(trustManager).getTrustManagerFactory());
      this.bundle = SslBundle.of(stores, key, SslOptions.of(null, PROTOCOLS), "TLS", managers);
    } catch (GeneralSecurityException e) {
      throw SecuritySettings.wrong("key-store", "cannot be used: " + e.getMessage());
    }
  }

  public SslBundle bundle() {
    return bundle;
  }

  /** A context with our key and our trust. */
  public SSLContext context() {
    return bundle.createSslContext();
  }

  public X509TrustManager trustManager() {
    return trustManager;
  }

  /** Chooses the certificate that is shown. */
  public X509KeyManager keyManager() {
    return (X509KeyManager) bundle.getManagers().getKeyManagers()[0];
  }

  /** No X509ExtendedTrustManager: the platform then checks host names and algorithms. */
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
