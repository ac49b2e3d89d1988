package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.EbmsError;
import tools.jackson.databind.json.JsonMapper;

/** Two-sided TLS: who may connect, who may send, and to whom is sent. */
class TlsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final TestCa CA = new TestCa("partners");
  private static final TestCa STRANGERS = new TestCa("strangers");
  private static final TestCa LATE = new TestCa("late");
  private static final TestCa.Issued OURS = CA.issue(Cpas.BETA);
  private static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued REVOKED = CA.issue(Cpas.ALPHA);
  private static final TestCa.Issued REVOKED_LATER = CA.issue(Cpas.ALPHA);

  @TempDir private static Path directory;
  private static Path list;
  // Of the authority whose revocation list is stale at first.
  private static Path lateList;
  private static EbmsServer server;

  @BeforeAll
  static void start() throws IOException {
    list = Files.write(directory.resolve("revoked.crl"), CA.revocationList(REVOKED.certificate()));
    lateList =
        Files.write(
            directory.resolve("late.crl"),
            LATE.revocationList(Instant.now().minus(Duration.ofDays(3))));
    server =
        EbmsServer.start(
            "--server.ssl.bundle=ebms",
            "--reprise.ebms.security.key-store="
                + TestCa.keyStore(directory.resolve("keys.p12"), OURS),
            "--reprise.ebms.security.key-store-password=" + TestCa.PASSWORD,
            "--reprise.ebms.security.trust-store="
                + TestCa.trustStore(
                    directory.resolve("trust.p12"), CA.certificate(), LATE.certificate()),
            "--reprise.ebms.security.trust-store-password=" + TestCa.PASSWORD,
            "--reprise.ebms.security.revocation-lists=" + list + "," + lateList,
            "--reprise.ebms.security.revocation-check=100ms");
    admin().xml("POST", "/api/v1/agreements", Cpas.named("tls").synchronous().xml());
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static EbmsClient client(TestCa.@Nullable Issued key) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TestCa.tls(key, CA.certificate()))
            .build();
    return new EbmsClient(server.base(), EbmsServer.USERNAME, EbmsServer.PASSWORD, http);
  }

  private static EbmsClient admin() {
    return client(null);
  }

  private static Answer ping(TestCa.@Nullable Issued key) {
    return client(key).message(Messages.ping("tls", Messages.freshId()));
  }

  private static void assertRefused(Answer answer, String description) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
    EbmsError error = Objects.requireNonNull(answer.envelope().errorList()).errors().getFirst();
    assertThat(error.code()).isEqualTo("SecurityFailure");
    assertThat(error.description()).contains(description);
  }

  @Test
  void acceptsSenderWithItsCertificate() {
    Answer answer = ping(ALPHA);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(Objects.requireNonNull(answer.envelope().header()).action()).isEqualTo("Pong");
  }

  @Test
  void refusesMissingAndForeignClientCertificates() {
    assertRefused(ping(null), "no client certificate");
    assertRefused(ping(OURS), "OIN " + Cpas.BETA + ", which is not From");
    assertRefused(ping(CA.issue("no number")), "has no OIN");
  }

  @Test
  void managementNeedsNoClientCertificate() {
    assertThat(admin().get("/api/v1/agreements").status()).isEqualTo(200);
    assertThat(client(ALPHA).get("/actuator/health").status()).isEqualTo(200);
    HttpClient http =
        HttpClient.newBuilder().sslContext(TestCa.tls(ALPHA, CA.certificate())).build();
    assertThat(new EbmsClient(server.base(), "", "", http).get("/api/v1/agreements").status())
        .as("a certificate is no credential of the management API")
        .isEqualTo(401);
  }

  @Test
  void handshakeFailsWithExpiredForeignOrRevokedCertificate() {
    for (TestCa.Issued bad :
        List.of(CA.issueExpired(Cpas.ALPHA), STRANGERS.issue(Cpas.ALPHA), REVOKED)) {
      assertThatThrownBy(() -> ping(bad)).isInstanceOf(UncheckedIOException.class);
    }
    assertThat(ping(ALPHA).status()).isEqualTo(200);
  }

  @Test
  void revocationEndsOpenConnections() throws IOException {
    EbmsClient connected = client(REVOKED_LATER);
    assertThat(connected.message(Messages.ping("tls", Messages.freshId())).status()).isEqualTo(200);
    Files.write(list, CA.revocationList(REVOKED.certificate(), REVOKED_LATER.certificate()));
    await()
        .atMost(LIMIT)
        .untilAsserted(() ->
            assertRefused(
                connected.message(Messages.ping("tls", Messages.freshId())), "was revoked"));
  }

  @Test
  void refusesOldTlsVersions() throws Exception {
    assertThat(handshake("TLSv1.2")).isEqualTo("TLSv1.2");
    assertThat(handshake("TLSv1.3")).isEqualTo("TLSv1.3");
    assertThat(answerToHello(3)).as("the hello of TLS 1.2 is understood").startsWith(22);
    for (int minor : new int[] {0, 1, 2}) {
      List<Integer> answer = answerToHello(minor);
      assertThat(answer.getFirst()).as("an alert").isEqualTo(21);
      assertThat(answer.subList(5, 7)).as("fatal, protocol_version").containsExactly(2, 70);
    }
  }

  private static String handshake(String version) throws IOException {
    URI uri = URI.create(server.base());
    SSLContext context = TestCa.tls(ALPHA, CA.certificate());
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", uri.getPort())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket.getSession().getProtocol();
    }
  }

  // The JDK's client refuses to offer old versions at all; so the first record is written by hand
  // (RFC 5246, section 7.4.1.2), and the first seven bytes of the answer are read.
  private static List<Integer> answerToHello(int minor) throws IOException {
    byte[] extensions =
        HexFormat.of()
            .parseHex(
                "000a000400020017" // supported_groups: secp256r1
                    + "000b00020100" // ec_point_formats: uncompressed
                    + "000d00080006040104030201"); // signature_algorithms
    ByteBuffer hello = ByteBuffer.allocate(200);
    hello.put((byte) 3).put((byte) minor).put(new byte[32]).put((byte) 0);
    hello.putShort((short) 6).putShort((short) 0xc02f).putShort((short) 0xc013);
    hello.putShort((short) 0x002f).put((byte) 1).put((byte) 0);
    hello.putShort((short) extensions.length).put(extensions).flip();
    ByteBuffer record = ByteBuffer.allocate(9 + hello.remaining());
    record.put((byte) 22).put((byte) 3).put((byte) Math.min(minor, 1));
    record.putShort((short) (4 + hello.remaining()));
    record.put((byte) 1).put((byte) 0).putShort((short) hello.remaining()).put(hello);
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.base()).getPort())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket.getOutputStream().write(record.array());
      byte[] answer = socket.getInputStream().readNBytes(7);
      return IntStream.range(0, answer.length).mapToObj(i -> answer[i] & 0xff).toList();
    }
  }

  /** A message is refused while it is read, before anything else is known of it but its header. */
  @Test
  void reportsNoErrorInTheNameOfAnotherParty() {
    TestCa.Issued other = CA.issue("00000003000000000003");
    try (Partner alpha = Partner.secure(TestCa.tls(ALPHA, CA.certificate()))) {
      agree("tls-forged", alpha.endpoint());
      String forged = Messages.freshId();
      assertRefused(client(other).message(unreadable(forged)), "which is not From");
      String own = Messages.freshId();
      assertThat(client(ALPHA).message(unreadable(own)).status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> alpha.references().contains(own));
      assertThat(alpha.references()).containsExactly(own);
    }
  }

  private static String unreadable(String messageId) {
    return Messages.ping("tls-forged", messageId)
        .replace("</S:Header>", "<x:x xmlns:x=\"urn:x\" S:mustUnderstand=\"1\"/></S:Header>");
  }

  @Test
  void sendsItsClientCertificate() {
    try (Partner good = Partner.secure(TestCa.tls(ALPHA, CA.certificate()));
        Partner foreign =
            Partner.secure(TestCa.tls(STRANGERS.issue(Cpas.ALPHA), CA.certificate()));
        Partner revoked = Partner.secure(TestCa.tls(REVOKED, CA.certificate()));
        Partner elsewhere =
            Partner.secure(
                TestCa.tls(CA.issueFor(Cpas.ALPHA, "elsewhere.example"), CA.certificate()))) {
      List<Partner> bad = List.of(foreign, revoked, elsewhere);
      for (Partner partner : bad) {
        agreeAndPing("tls-" + URI.create(partner.endpoint()).getPort(), partner.endpoint());
      }
      agreeAndPing("tls-good", good.endpoint());
      await().atMost(LIMIT).until(() -> good.received().size() == 1);
      assertThat(good.received().getFirst().header().cpaId()).isEqualTo("tls-good");
      for (Partner partner : bad) {
        await().atMost(LIMIT).until(() -> retries(partner) >= 1);
        assertThat(partner.received()).isEmpty();
      }
    }
  }

  @Test
  void presentsTheAgreedServerCertificate() {
    TestCa.Issued agreed = CA.issue(Cpas.ALPHA);
    try (Partner right = Partner.secure(TestCa.tls(agreed, CA.certificate()));
        Partner wrong = Partner.secure(TestCa.tls(ALPHA, CA.certificate()))) {
      for (Partner partner : List.of(right, wrong)) {
        String cpaId = "tls-server-" + URI.create(partner.endpoint()).getPort();
        String cpa =
            Cpas.named(cpaId)
                .signed(agreed.certificate(), OURS.certificate())
                .alphaAt(partner.endpoint())
                .xml();
        assertThat(admin().xml("POST", "/api/v1/agreements", cpa).status()).isEqualTo(201);
        String ping = Messages.ping(cpaId, Messages.freshId());
        assertThat(client(ALPHA).message(ping).status()).isEqualTo(204);
      }
      await().atMost(LIMIT).until(() -> right.received().size() == 1);
      await().atMost(LIMIT).until(() -> retries(wrong) >= 1);
      assertThat(wrong.received()).isEmpty();
      String mapping =
          JsonMapper.builder()
              .build()
              .writeValueAsString(
                  Map.of(
                      "from", CertificatesIT.pem(agreed.certificate()),
                      "to", CertificatesIT.pem(ALPHA.certificate())));
      assertThat(admin().json("PUT", "/api/v1/certificate-mappings", mapping).status())
          .isEqualTo(200);
      await().atMost(LIMIT).until(() -> wrong.received().size() == 1);
    }
  }

  @Test
  void sendsToServerWhoseFormerCertificateAnEndedAgreementNames() {
    try (Partner renewed = Partner.secure(TestCa.tls(ALPHA, CA.certificate()))) {
      String ended =
          Cpas.named("tls-former")
              .signed(CA.issue(Cpas.ALPHA).certificate(), OURS.certificate())
              .alphaAt(renewed.endpoint())
              .between("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z")
              .xml();
      assertThat(admin().xml("POST", "/api/v1/agreements", ended).status()).isEqualTo(201);
      agreeAndPing("tls-renewed", renewed.endpoint());
      await().atMost(LIMIT).until(() -> renewed.received().size() == 1);
    }
  }

  private static double retries(Partner partner) {
    String tag = "partner=\"127.0.0.1:" + URI.create(partner.endpoint()).getPort() + "\"";
    return admin()
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("reprise_ebms_send_retries_total") && line.contains(tag))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static void agree(String cpaId, String endpoint) {
    Answer agreed =
        admin().xml("POST", "/api/v1/agreements", Cpas.named(cpaId).alphaAt(endpoint).xml());
    assertThat(agreed.status()).as(agreed.toString()).isEqualTo(201);
  }

  private static void agreeAndPing(String cpaId, String endpoint) {
    agree(cpaId, endpoint);
    Answer answer = client(ALPHA).message(Messages.ping(cpaId, Messages.freshId()));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
  }

  @Test
  void answers503WhileRevocationListIsStale() throws IOException {
    EbmsClient alpha = client(LATE.issue(Cpas.ALPHA));
    Answer answer = alpha.message(Messages.ping("tls", Messages.freshId()));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
    TestCa.Issued expired = LATE.issueExpired(Cpas.ALPHA);
    assertThatThrownBy(() -> ping(expired)).isInstanceOf(UncheckedIOException.class);
    Files.write(lateList, LATE.revocationList());
    await()
        .atMost(LIMIT)
        .until(() -> alpha.message(Messages.ping("tls", Messages.freshId())).status() == 200);
  }
}
