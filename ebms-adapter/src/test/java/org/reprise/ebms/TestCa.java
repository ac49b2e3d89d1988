package org.reprise.ebms;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A certificate authority that lives as long as a test. */
public final class TestCa {
  /** The password of all key stores of the tests. */
  public static final String PASSWORD = "secret of the stores";

  private static final AtomicLong SERIALS = new AtomicLong(1000);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final BigInteger EXPONENT = RSAKeyGenParameterSpec.F4;
  private static final List<BigInteger> PRIMES = new ArrayList<>();

  /** The place of the prime that makes the next key with the last one. */
  private static int partner;

  private final X500Name name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /** A key and its certificate. */
  public record Issued(PrivateKey key, X509Certificate certificate) {
    public KeyStore.PrivateKeyEntry entry() {
      return new KeyStore.PrivateKeyEntry(key, new Certificate[] {certificate});
    }
  }

  /** A new authority. */
  public TestCa(String name) {
    this.name = new X500Name("C=NL,O=Tests,CN=" + name);
    this.keys = rsa();
    this.certificate = certificate(this.name, keys, Instant.now().minus(days(1)), days(30), this);
  }

  /** An authority below another one. */
  public TestCa(String name, TestCa issuer) {
    this.name = new X500Name("C=NL,O=Tests,CN=" + name);
    this.keys = rsa();
    this.certificate = certificate(this.name, keys, Instant.now().minus(days(1)), days(30), issuer);
  }

  /** The authority's own certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** A certificate of an organisation on this machine, good for signing, encryption and TLS. */
  public Issued issue(String oin) {
    return issue(oin, rsa(), Instant.now().minus(days(1)));
  }

  /** One for another host than this machine. */
  public Issued issueFor(String oin, String host) {
    KeyPair pair = rsa();
    X500Name subject = subject(oin);
    return new Issued(
        pair.getPrivate(),
        certificate(
            subject,
            pair,
            Instant.now().minus(days(1)),
            days(10),
            this,
            new GeneralName(GeneralName.dNSName, host)));
  }

  /** One that names the place of a revocation list. */
  public Issued issuePointingTo(String oin, String revocationList) {
    KeyPair pair = rsa();
    CRLDistPoint point =
        new CRLDistPoint(
            new DistributionPoint[] {
              new DistributionPoint(
                  new DistributionPointName(
                      new GeneralNames(
                          new GeneralName(GeneralName.uniformResourceIdentifier, revocationList))),
                  null,
                  null)
            });
    try {
      X509v3CertificateBuilder builder =
          builder(subject(oin), pair, Instant.now().minus(days(1)), days(10), this)
              .addExtension(Extension.cRLDistributionPoints, false, point);
      return new Issued(
          pair.getPrivate(),
          new JcaX509CertificateConverter().getCertificate(builder.build(signer())));
    } catch (CertIOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name subject, KeyPair pair, Instant from, Duration life, TestCa issuer) {
    return new JcaX509v3CertificateBuilder(
        issuer.name,
        BigInteger.valueOf(SERIALS.incrementAndGet()),
        Date.from(from),
        Date.from(from.plus(life)),
        subject,
        pair.getPublic());
  }

  /** One with a key for ECDSA. */
  public Issued issueEc(String oin) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return issue(oin, generator.generateKeyPair(), Instant.now().minus(days(1)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One that is not valid any more. */
  public Issued issueExpired(String oin) {
    return issue(oin, rsa(), Instant.now().minus(days(20)));
  }

  private Issued issue(String oin, KeyPair pair, Instant from) {
    return new Issued(
        pair.getPrivate(),
        certificate(
            subject(oin),
            pair,
            from,
            days(10),
            this,
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
  }

  private static X500Name subject(String oin) {
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addRDN(BCStyle.C, "NL")
        .addRDN(BCStyle.O, "Organisation " + oin)
        .addRDN(BCStyle.CN, "localhost")
        .addRDN(BCStyle.SERIALNUMBER, oin)
        .build();
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }

  /**
   * Returns a key of two primes that no other key of this JVM has both. To find primes for each key
   * took half of the time of all tests: the JVM's first compiler has no fast arithmetic for it.
   */
  private static synchronized KeyPair rsa() {
    while (partner >= PRIMES.size() - 1) {
      PRIMES.add(prime());
      partner = 0;
    }
    BigInteger p = PRIMES.get(partner++);
    BigInteger q = PRIMES.getLast();
    BigInteger pLess = p.subtract(BigInteger.ONE);
    BigInteger qLess = q.subtract(BigInteger.ONE);
    BigInteger modulus = p.multiply(q);
    BigInteger d = EXPONENT.modInverse(pLess.multiply(qLess));
    try {
      KeyFactory factory = KeyFactory.getInstance("RSA");
      return new KeyPair(
          factory.generatePublic(new RSAPublicKeySpec(modulus, EXPONENT)),
          factory.generatePrivate(
              new RSAPrivateCrtKeySpec(
                  modulus, EXPONENT, d, p, q, d.mod(pLess), d.mod(qLess), q.modInverse(p))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns one of 1,024 bits, so great that the product of two has 2,048. */
  private static BigInteger prime() {
    BigInteger prime;
    do {
      prime = new BigInteger(1024, RANDOM).setBit(1023).setBit(1022).nextProbablePrime();
    } while (prime.mod(EXPONENT).equals(BigInteger.ONE));
    return prime;
  }

  private static X509Certificate certificate(
      X500Name subject,
      KeyPair pair,
      Instant from,
      Duration life,
      TestCa issuer,
      GeneralName... hosts) {
    boolean isCa = hosts.length == 0;
    try {
      X509v3CertificateBuilder builder =
          builder(subject, pair, from, life, issuer)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(isCa));
      if (isCa) {
        builder.addExtension(
            Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      } else {
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
      }
      return new JcaX509CertificateConverter().getCertificate(builder.build(issuer.signer()));
    } catch (CertIOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private ContentSigner signer() {
    try {
      return new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate());
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A revocation list, DER, that is good for a day. */
  public byte[] revocationList(X509Certificate... revoked) {
    return revocationList(Instant.now().minusSeconds(60), revoked);
  }

  /** A revocation list of a moment, DER, good for a day from then on. */
  public byte[] revocationList(Instant made, X509Certificate... revoked) {
    try {
      X509v2CRLBuilder builder =
          new X509v2CRLBuilder(name, Date.from(made)).setNextUpdate(Date.from(made.plus(days(1))));
      for (X509Certificate one : revoked) {
        builder.addCRLEntry(one.getSerialNumber(), Date.from(made), CRLReason.keyCompromise);
      }
      return builder.build(signer()).getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A PKCS #12 store of keys, each with its certificate alone. */
  public static Path keyStore(Path file, Issued... keys) {
    return store(
        file,
        store -> {
          for (int i = 0; i < keys.length; i++) {
            store.setKeyEntry(
                "key" + i,
                keys[i].key(),
                PASSWORD.toCharArray(),
                new Certificate[] {keys[i].certificate()});
          }
        });
  }

  /** A PKCS #12 store of certificates that are trusted. */
  public static Path trustStore(Path file, X509Certificate... trusted) {
    return store(
        file,
        store -> {
          for (int i = 0; i < trusted.length; i++) {
            store.setCertificateEntry("ca" + i, trusted[i]);
          }
        });
  }

  /** TLS as somebody else speaks it: with a key, or with none, trusting these authorities. */
  public static SSLContext tls(@Nullable Issued key, X509Certificate... trusted) {
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      if (key != null) {
        keys.setKeyEntry(
            "key", key.key(), PASSWORD.toCharArray(), new Certificate[] {key.certificate()});
      }
      KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
      keyManagers.init(keys, PASSWORD.toCharArray());
      KeyStore authorities = KeyStore.getInstance("PKCS12");
      authorities.load(null, null);
      for (int i = 0; i < trusted.length; i++) {
        authorities.setCertificateEntry("ca" + i, trusted[i]);
      }
      TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
      trustManagers.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown(key, keyManagers), trustManagers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // A well-behaved client shows no certificate of an authority that the server does not name; an
  // attacker may show any certificate.
  private static KeyManager[] shown(@Nullable Issued key, KeyManagerFactory factory) {
    return key == null ? factory.getKeyManagers() : new KeyManager[] {new Stubborn(key)};
  }

  private static final class Stubborn extends X509ExtendedKeyManager {
    private final Issued key;

    Stubborn(Issued key) {
      this.key = key;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {"key"};
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
      return "key";
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
      return "key";
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return new String[] {"key"};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return "key";
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
      return "key";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {key.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return key.key();
    }
  }

  private interface Content {
    void fill(KeyStore store) throws GeneralSecurityException;
  }

  private static Path store(Path file, Content content) {
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      content.fill(store);
      store.store(out, PASSWORD.toCharArray());
      return file;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
