package org.reprise.ebms.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;
import org.apache.xml.security.encryption.EncryptedData;
import org.apache.xml.security.encryption.EncryptedKey;
import org.apache.xml.security.encryption.XMLCipher;
import org.apache.xml.security.keys.KeyInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.envelope.RefusedMessage;
import org.w3c.dom.Document;

/** Payloads encrypted here and by others; the error does not say what is wrong with one. */
class EncryptionTest {
  static {
    // The other party in these tests.
    org.apache.xml.security.Init.init();
  }

  private static final String TYPE = "text/plain; charset=\"utf-8\"";
  private static final long MOST = 2_000_000;
  private static final TestCa CA = new TestCa("encryption");
  private static final TestCa.Issued BETA = CA.issue(Cpas.BETA);
  private static final byte[] PAYLOAD = "a payload of a few words".getBytes(UTF_8);

  private static byte[] encrypt(byte[] payload, EncryptionAlgorithm algorithm)
      throws IOException, CertificateException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Encryption.encrypt(TYPE, new ByteArrayInputStream(payload), out, BETA.certificate(), algorithm);
    return out.toByteArray();
  }

  private static byte[] decrypt(byte[] document) throws IOException {
    return decrypt(document, BETA, MOST);
  }

  private static byte[] decrypt(byte[] document, TestCa.Issued key, long most) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String type =
        Decryption.decrypt(
            "one", new ByteArrayInputStream(document), document.length, out, key.key(), most);
    assertThat(type).isEqualTo(TYPE);
    return out.toByteArray();
  }

  private static void refused(String what, byte[] document, TestCa.Issued key) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RefusedMessage refusal =
        catchThrowableOfType(
            RefusedMessage.class,
            () ->
                Decryption.decrypt(
                    "one",
                    new ByteArrayInputStream(document),
                    document.length,
                    out,
                    key.key(),
                    MOST));
    assertThat(refusal).as(what).isNotNull();
    assertThat(refusal.getMessage())
        .as(what)
        .isEqualTo("SecurityFailure at cid:one: The payload cannot be decrypted");
    assertThat(out.size()).as(what).isZero();
  }

  @ParameterizedTest
  @EnumSource(EncryptionAlgorithm.class)
  void decryptsOwnDocumentsWithBothImplementations(EncryptionAlgorithm algorithm) throws Exception {
    Random random = new Random(1);
    for (int size : new int[] {0, 1, 15, 16, 57, 1000, 65_535, 65_536, 1_000_000}) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      byte[] document = encrypt(payload, algorithm);
      assertThat(decrypt(document)).isEqualTo(payload);
      assertThat(byOthers(document)).isEqualTo(payload);
    }
  }

  private static byte[] byOthers(byte[] document) throws Exception {
    Document tree = Dom.parse(document, null);
    XMLCipher cipher = XMLCipher.getInstance();
    cipher.setSecureValidation(true);
    cipher.init(XMLCipher.DECRYPT_MODE, null);
    cipher.setKEK(BETA.key());
    return cipher.decryptToByteArray(tree.getDocumentElement());
  }

  @Test
  void equalPayloadsHaveDifferentCiphertexts() throws Exception {
    assertThat(encrypt(PAYLOAD, EncryptionAlgorithm.AES128_GCM))
        .isNotEqualTo(encrypt(PAYLOAD, EncryptionAlgorithm.AES128_GCM));
  }

  private static byte[] fromOthers(
      String algorithm, int keyBytes, XMLCipher keyCipher, @Nullable String mask) throws Exception {
    Document tree = Dom.parse("<root/>".getBytes(UTF_8), null);
    byte[] octets = new byte[keyBytes];
    new Random(2).nextBytes(octets);
    SecretKeySpec secret = new SecretKeySpec(octets, "AES");
    keyCipher.init(XMLCipher.WRAP_MODE, BETA.certificate().getPublicKey());
    EncryptedKey encryptedKey = keyCipher.encryptKey(tree, secret, mask, null);
    XMLCipher cipher = XMLCipher.getInstance(algorithm);
    cipher.init(XMLCipher.ENCRYPT_MODE, secret);
    EncryptedData data = cipher.getEncryptedData();
    KeyInfo keyInfo = new KeyInfo(tree);
    keyInfo.add(encryptedKey);
    data.setKeyInfo(keyInfo);
    data.setMimeType(TYPE);
    data.setType("http://www.w3.org/2001/04/xmlenc#Element");
    EncryptedData encrypted =
        cipher.encryptData(tree, (String) null, new ByteArrayInputStream(PAYLOAD));
    tree.replaceChild(cipher.martial(tree, encrypted), tree.getDocumentElement());
    return ForeignSigner.bytes(tree);
  }

  @Test
  void decryptsDocumentsOfOtherImplementations() throws Exception {
    String sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";
    assertThat(
            decrypt(
                fromOthers(
                    XMLCipher.AES_128_GCM, 16, XMLCipher.getInstance(XMLCipher.RSA_OAEP), null)))
        .isEqualTo(PAYLOAD);
    assertThat(
            decrypt(
                fromOthers(
                    XMLCipher.AES_256_GCM,
                    32,
                    XMLCipher.getInstance(XMLCipher.RSA_OAEP, null, sha256),
                    null)))
        .isEqualTo(PAYLOAD);
    assertThat(decrypt(withMask("mgf1sha1"))).isEqualTo(PAYLOAD);
    assertThat(
            decrypt(
                fromOthers(
                    XMLCipher.AES_256_GCM,
                    32,
                    XMLCipher.getInstance(XMLCipher.RSA_OAEP_11, null, sha256),
                    "http://www.w3.org/2009/xmlenc11#mgf1sha256")))
        .isEqualTo(PAYLOAD);
  }

  /** A key by rsa-oaep-mgf1p, whose mask's digest is SHA-1 by definition, that names one. */
  private static byte[] withMask(String name) throws Exception {
    XMLCipher keyCipher =
        XMLCipher.getInstance(XMLCipher.RSA_OAEP, null, "http://www.w3.org/2001/04/xmlenc#sha256");
    String document = new String(fromOthers(XMLCipher.AES_256_GCM, 32, keyCipher, null), UTF_8);
    String masked =
        document.replaceFirst(
            "(?s)(rsa-oaep-mgf1p.*?)(</xenc:EncryptionMethod>)",
            "$1<m:MGF xmlns:m=\"http://www.w3.org/2009/xmlenc11#\""
                + " Algorithm=\"http://www.w3.org/2009/xmlenc11#%s\"/>$2".formatted(name));
    assertThat(masked).isNotEqualTo(document);
    return masked.getBytes(UTF_8);
  }

  @Test
  void refusesWeakAlgorithms() throws Exception {
    refused(
        "RSA 1.5",
        fromOthers(XMLCipher.AES_256_GCM, 32, XMLCipher.getInstance(XMLCipher.RSA_v1dot5), null),
        BETA);
    refused("mask of another algorithm", withMask("mgf1sha256"), BETA);
    refused(
        "CBC",
        fromOthers(XMLCipher.AES_256, 32, XMLCipher.getInstance(XMLCipher.RSA_OAEP), null),
        BETA);
  }

  @Test
  void everyFaultGivesTheSameError() throws Exception {
    byte[] good = encrypt(PAYLOAD, EncryptionAlgorithm.AES256_GCM);
    String text = new String(good, UTF_8);
    refused("another's key", good, CA.issue(Cpas.BETA));
    Map<String, String> wrong = new LinkedHashMap<>();
    wrong.put("shorter key", text.replace("aes256-gcm", "aes128-gcm"));
    wrong.put("other padding", text.replace("mgf1sha256", "mgf1sha512"));
    wrong.put("no key", text.replace("xenc:EncryptedKey", "xenc:Other"));
    wrong.put("no data", text.replace("xenc:CipherData", "xenc:Other"));
    wrong.put("elsewhere", text.replace("CipherValue", "CipherReference"));
    wrong.put(
        "not Base64",
        text.replace(
            "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedD",
            "!</xenc:CipherValue></xenc:CipherData></xenc:EncryptedD"));
    wrong.put("document type", "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">" + text);
    wrong.put("type of two lines", text.replace("text/plain;", "text/plain&#13;&#10;X: y;"));
    wrong.put("truncated", text.substring(0, text.length() - 20));
    wrong.put("empty", "");
    wrong.put("plain", "<order/>");
    wrong.put("deep", "<a>".repeat(50_000));
    wrong.forEach((what, document) -> refused(what, document.getBytes(UTF_8), BETA));
  }

  @Test
  void detectsEveryChangedByte() throws Exception {
    byte[] good = encrypt(PAYLOAD, EncryptionAlgorithm.AES128_GCM);
    String text = new String(good, UTF_8);
    int start = text.lastIndexOf("<xenc:CipherValue>") + "<xenc:CipherValue>".length();
    int end = text.lastIndexOf("</xenc:CipherValue>");
    byte[] value = Base64.getMimeDecoder().decode(text.substring(start, end));
    for (int i = 0; i < value.length; i++) {
      byte[] changed = value.clone();
      changed[i] ^= 1;
      String document =
          text.substring(0, start)
              + Base64.getEncoder().encodeToString(changed)
              + text.substring(end);
      refused("octet " + i, document.getBytes(UTF_8), BETA);
    }
    String cut =
        text.substring(0, start)
            + Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(value, 5))
            + text.substring(end);
    refused("shorter than its IV", cut.getBytes(UTF_8), BETA);
  }

  @Test
  void stopsAtTheSizeLimit() throws Exception {
    byte[] document = encrypt(new byte[10_000], EncryptionAlgorithm.AES128_GCM);
    assertThat(decrypt(document, BETA, 10_000)).hasSize(10_000);
    RefusedMessage refusal =
        catchThrowableOfType(RefusedMessage.class, () -> decrypt(document, BETA, 9_999));
    assertThat(refusal).isNotNull();
    assertThat(refusal.status()).isEqualTo(413);
    assertThat(refusal.error().code()).isEqualTo("MimeProblem");
  }
}
