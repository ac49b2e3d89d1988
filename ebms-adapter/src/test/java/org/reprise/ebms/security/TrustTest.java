package org.reprise.ebms.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;

/** Which certificates are trusted. */
class TrustTest {
  private static final TestCa CA = new TestCa("trusted");
  private static final TestCa OTHER_CA = new TestCa("also trusted");
  // RSA keys take long to make: once for all tests.
  private static final TestCa.Issued OWN = CA.issue(Cpas.BETA);
  private static final X509Certificate OTHER = OTHER_CA.issue(Cpas.ALPHA).certificate();
  private static final X509Certificate GOOD = CA.issue(Cpas.ALPHA).certificate();
  private static final X509Certificate REVOKED = CA.issue(Cpas.ALPHA).certificate();

  @TempDir private Path directory;

  private SecuritySettings settings(Path... lists) {
    return new SecuritySettings(
        TestCa.keyStore(directory.resolve("k"), OWN),
        TestCa.PASSWORD,
        TestCa.trustStore(directory.resolve("t"), CA.certificate(), OTHER_CA.certificate()),
        TestCa.PASSWORD,
        null,
        List.of(lists),
        Duration.ofMillis(100),
        true);
  }

  private Path list(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private static void refused(Trust trust, X509Certificate certificate, String why) {
    assertThatThrownBy(() -> trust.check(certificate))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining(why);
  }

  @Test
  void withoutRevocationListsChecksChainAndDates() {
    Trust trust = new Trust(settings());
    assertThatCode(() -> trust.check(GOOD)).doesNotThrowAnyException();
    assertThatCode(() -> trust.check(List.of(GOOD, CA.certificate()))).doesNotThrowAnyException();
    refused(trust, CA.issueExpired(Cpas.ALPHA).certificate(), "has expired");
    refused(trust, new TestCa("trusted").issue(Cpas.ALPHA).certificate(), "is not trusted");
    refused(trust, new TestCa("strangers").issue(Cpas.ALPHA).certificate(), "is not trusted");
  }

  @Test
  void refusesRevokedCertificatesAndThoseWithoutList() throws Exception {
    Trust trust = new Trust(settings(list("a.crl", CA.revocationList(REVOKED))));
    assertThatCode(() -> trust.check(GOOD)).doesNotThrowAnyException();
    refused(trust, REVOKED, "was revoked");
    refused(trust, OTHER, "has no revocation list that is in force");
    Trust both =
        new Trust(
            settings(
                list("a.crl", CA.revocationList(REVOKED)),
                list("b.crl", OTHER_CA.revocationList())));
    assertThatCode(() -> both.check(OTHER)).doesNotThrowAnyException();
  }

  @Test
  void acceptsIntermediateAuthorities() throws Exception {
    TestCa between = new TestCa("between", CA);
    X509Certificate leaf = between.issue(Cpas.ALPHA).certificate();
    Trust trust = new Trust(settings());
    assertThatCode(() -> trust.check(List.of(leaf, between.certificate())))
        .doesNotThrowAnyException();
    refused(trust, leaf, "is not trusted");
    Path root = list("root.crl", CA.revocationList());
    Path below = list("below.crl", between.revocationList());
    Path all = TestCa.trustStore(directory.resolve("a"), CA.certificate(), between.certificate());
    assertThatCode(() -> new Trust(withTrust(all, root, below)).check(leaf))
        .doesNotThrowAnyException();
    refused(new Trust(withTrust(all, root)), leaf, "has no revocation list that is in force");
    list("root.crl", CA.revocationList(between.certificate()));
    refused(new Trust(withTrust(all, root, below)), leaf, "was revoked");
  }

  @Test
  void acceptsIntermediateAuthoritiesOfOneNameWithOtherKeys() {
    TestCa before = new TestCa("renewed", CA);
    TestCa after = new TestCa("renewed", CA);
    Path all =
        TestCa.trustStore(
            directory.resolve("a"), CA.certificate(), before.certificate(), after.certificate());
    Trust trust = new Trust(withTrust(all));
    for (TestCa issuer : List.of(before, after)) {
      assertThatCode(() -> trust.check(issuer.issue(Cpas.ALPHA).certificate()))
          .doesNotThrowAnyException();
    }
  }

  private static SecuritySettings withTrust(Path trustStore, Path... lists) {
    return new SecuritySettings(
        null,
        null,
        trustStore,
        TestCa.PASSWORD,
        null,
        List.of(lists),
        Duration.ofMillis(100),
        true);
  }

  @Test
  void ignoresForeignStaleAndDamagedRevocationLists() throws Exception {
    byte[] forged = new TestCa("trusted").revocationList();
    byte[] stale = CA.revocationList(Instant.now().minus(Duration.ofDays(2)));
    byte[] damaged = {1, 2, 3};
    for (byte[] bad : List.of(forged, stale, damaged)) {
      refused(
          new Trust(settings(list("bad.crl", bad))),
          GOOD,
          "has no revocation list that is in force");
    }
  }

  @Test
  void keepsLastGoodListWhileNewOneIsNot() throws Exception {
    X509Certificate other = OTHER;
    byte[] whole = CA.revocationList(REVOKED, GOOD);
    List<byte[]> unusable =
        List.of(
            Arrays.copyOf(whole, whole.length / 2),
            new byte[0],
            CA.revocationList(Instant.now().minus(Duration.ofDays(2)), GOOD));
    for (byte[] bad : unusable) {
      Trust trust =
          new Trust(
              settings(
                  list("first.crl", CA.revocationList(REVOKED)),
                  list("second.crl", OTHER_CA.revocationList())));
      assertThatCode(() -> trust.check(GOOD)).doesNotThrowAnyException();
      list("first.crl", bad);
      list("second.crl", OTHER_CA.revocationList(other));
      // The second list shows that both files were looked at again.
      await()
          .atMost(Duration.ofMinutes(5))
          .untilAsserted(() -> refused(trust, other, "was revoked"));
      assertThatCode(() -> trust.check(GOOD)).doesNotThrowAnyException();
      refused(trust, REVOKED, "was revoked");
      list("first.crl", whole);
      await()
          .atMost(Duration.ofMinutes(5))
          .untilAsserted(() -> refused(trust, GOOD, "was revoked"));
    }
  }

  @Test
  void tellsUndeterminedFromRevoked() throws Exception {
    Trust trust =
        new Trust(
            settings(list("old.crl", CA.revocationList(Instant.now().minus(Duration.ofDays(2))))));
    assertThatThrownBy(() -> trust.check(GOOD)).isInstanceOf(RevocationUnknown.class);
    assertThatThrownBy(() -> trust.check(CA.issueExpired(Cpas.ALPHA).certificate()))
        .isNotInstanceOf(RevocationUnknown.class);
  }

  @Test
  void fetchesNoAddressFromCertificates() throws Exception {
    try (ServerSocket bait = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + bait.getLocalPort() + "/list.crl";
      X509Certificate pointing = CA.issuePointingTo(Cpas.ALPHA, url).certificate();
      refused(
          new Trust(
              settings(
                  list("old.crl", CA.revocationList(Instant.now().minus(Duration.ofDays(2)))))),
          pointing,
          "has no revocation list");
      bait.setSoTimeout(100);
      assertThatThrownBy(bait::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void trustsNobodyWithoutTrustStore() {
    refused(new Trust(plain(null, null)), GOOD, "no trust-store");
  }

  private static SecuritySettings plain(@Nullable Path keyStore, @Nullable String password) {
    return new SecuritySettings(
        keyStore, password, null, null, null, List.of(), Duration.ofSeconds(1), true);
  }

  @Test
  void namesInvalidSettings() throws IOException {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> plain(missing, "x"))
        .hasMessageContaining("reprise.ebms.security.key-store", "cannot be read");
    Path keys = TestCa.keyStore(directory.resolve("keys"), CA.issue(Cpas.BETA));
    assertThatThrownBy(() -> plain(keys, null))
        .hasMessageContaining("reprise.ebms.security.key-store-password");
    assertThatThrownBy(() -> plain(keys, TestCa.PASSWORD))
        .hasMessageContaining("reprise.ebms.security.trust-store");
    assertThatThrownBy(() -> settings(missing))
        .hasMessageContaining("reprise.ebms.security.revocation-lists");
    SecuritySettings wrongPassword =
        new SecuritySettings(
            keys, "wrong", keys, "wrong", null, List.of(), Duration.ofSeconds(1), true);
    assertThatThrownBy(() -> new KeyRing(wrongPassword))
        .hasMessageContaining("reprise.ebms.security.key-store");
    assertThatThrownBy(() -> new Trust(wrongPassword))
        .hasMessageContaining("reprise.ebms.security.trust-store");
    assertThat(settings().toString()).doesNotContain(TestCa.PASSWORD);
  }

  @Test
  void findsKeysByCertificate() {
    TestCa.Issued one = CA.issue(Cpas.BETA);
    TestCa.Issued two = CA.issueEc(Cpas.BETA);
    SecuritySettings settings =
        new SecuritySettings(
            TestCa.keyStore(directory.resolve("two"), one, two),
            TestCa.PASSWORD,
            TestCa.trustStore(directory.resolve("trust"), CA.certificate()),
            TestCa.PASSWORD,
            null,
            List.of(),
            Duration.ofSeconds(1),
            true);
    KeyRing ring = new KeyRing(settings);
    assertThat(ring.get(one.certificate()).getPrivateKey()).isEqualTo(one.key());
    assertThat(ring.get(two.certificate()).getPrivateKey()).isEqualTo(two.key());
    assertThatThrownBy(() -> ring.get(GOOD)).isInstanceOf(MissingKey.class);
  }
}
