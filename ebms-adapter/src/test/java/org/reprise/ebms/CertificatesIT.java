package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.agreement.X509;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Certificates of agreements and their replacements, over REST. */
class CertificatesIT {
  private static final String MAPPINGS = "/api/v1/certificate-mappings";
  private final EbmsServer server = EbmsServer.shared();
  private final EbmsClient client = server.client();
  private final TestCa ca = new TestCa("certificates");

  static String pem(X509Certificate certificate) {
    try {
      return "-----BEGIN CERTIFICATE-----\n"
          + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static String body(String from, String to) {
    return JsonMapper.builder()
        .build()
        .writeValueAsString(java.util.Map.of("from", from, "to", to));
  }

  @Test
  void listsAndReplacesCertificates() {
    X509Certificate alpha = ca.issue(Cpas.ALPHA).certificate();
    X509Certificate beta = ca.issue(Cpas.BETA).certificate();
    X509Certificate newer = ca.issue(Cpas.BETA).certificate();
    server.agree(Cpas.named("certificates").encrypted(alpha, beta));
    String path = "/api/v1/agreements/certificates/certificates";

    JsonNode listed = client.get(path).json();
    assertThat(listed).hasSize(2);
    JsonNode first = listed.get(0);
    assertThat(first.get("party").get("value").asString()).isEqualTo(Cpas.ALPHA);
    assertThat(first.get("certId").asString()).isEqualTo("A-certificate");
    assertThat(first.get("oin").asString()).isEqualTo(Cpas.ALPHA);
    assertThat(first.get("subject").asString()).contains("CN=localhost");
    assertThat(first.get("issuer").asString()).contains("CN=certificates");
    assertThat(first.get("serial").asString()).isEqualTo(alpha.getSerialNumber().toString(16));
    assertThat(first.get("fingerprint").asString()).isEqualTo(X509.fingerprint(alpha));
    assertThat(first.get("uses")).hasSize(4);
    assertThat(first.has("replacedBy")).isFalse();

    Answer put = client.json("PUT", MAPPINGS, body(pem(beta), pem(newer)));
    assertThat(put.status()).as(put.toString()).isEqualTo(200);
    assertThat(client.get(path).json().get(1).get("replacedBy").asString())
        .isEqualTo(X509.fingerprint(newer));
    assertThat(client.get(MAPPINGS).body()).contains(X509.fingerprint(beta));

    String delete = MAPPINGS + "?from=" + X509.fingerprint(beta);
    assertThat(client.delete(delete).status()).isEqualTo(204);
    assertThat(client.delete(delete).status()).isEqualTo(404);
    assertThat(client.get(path).json().get(1).has("replacedBy")).isFalse();
    assertThat(client.get("/api/v1/agreements/nowhere/certificates").status()).isEqualTo(404);
  }

  @Test
  void usesLatestReplacementOfCertificate() {
    X509Certificate alpha = ca.issue(Cpas.ALPHA).certificate();
    X509Certificate second = ca.issue(Cpas.ALPHA).certificate();
    X509Certificate third = ca.issue(Cpas.ALPHA).certificate();
    server.agree(Cpas.named("renewed").signed(alpha, ca.issue(Cpas.BETA).certificate()));
    client.json("PUT", MAPPINGS, body(pem(alpha), pem(second)));
    client.json("PUT", MAPPINGS, body(pem(second), pem(third)));
    String path = "/api/v1/agreements/renewed/certificates";
    assertThat(client.get(path).json().get(0).get("replacedBy").asString())
        .isEqualTo(X509.fingerprint(third));

    // A replacement that is taken back.
    client.json("PUT", MAPPINGS, body(pem(second), pem(alpha)));
    assertThat(client.get(path).json().get(0).has("replacedBy")).isFalse();
    server.agree(Cpas.named("newer").signed(second, ca.issue(Cpas.BETA).certificate()));
    assertThat(
            client
                .get("/api/v1/agreements/newer/certificates")
                .json()
                .get(0)
                .get("replacedBy")
                .asString())
        .isEqualTo(X509.fingerprint(alpha));
    // The first one has ended with that.
    assertThat(client.delete(MAPPINGS + "?from=" + X509.fingerprint(alpha)).status())
        .isEqualTo(404);
    client.delete(MAPPINGS + "?from=" + X509.fingerprint(second));
  }

  @Test
  void refusesInvalidCertificates() {
    String good = pem(ca.issue(Cpas.ALPHA).certificate());
    for (String bad : new String[] {"", "x", good + good, good.replace("MII", "AAA")}) {
      Answer answer = client.json("PUT", MAPPINGS, body(good, bad));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
      assertThat(answer.json().get("detail").asString()).contains("'to' must be a certificate");
    }
    assertThat(client.json("PUT", MAPPINGS, "{}").status()).isEqualTo(400);
  }
}
