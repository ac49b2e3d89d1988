package org.reprise.ebms.security;

import com.ctc.wstx.stax.WstxInputFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.EncryptionAlgorithm;
import org.reprise.ebms.envelope.ClosedXml;
import org.reprise.ebms.envelope.Elements;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * Decrypts a payload. Every failure is reported by the same error: an attacker who learns whether a
 * padding or a tag was wrong can find out what was encrypted.
 */
public final class Decryption {
  private static final int LONGEST_KEY = 2048;
  private static final WstxInputFactory FACTORY =
      ClosedXml.factory(16, 100, 16, 4096, Integer.MAX_VALUE);

  private final XMLStreamReader2 xml;
  private final Elements elements;
  private final PrivateKey key;
  private final String location;
  private final long length;
  private final long max;
  private @Nullable EncryptionAlgorithm algorithm;
  private @Nullable SecretKey secret;

  private Decryption(XMLStreamReader2 xml, PrivateKey key, String location, long length, long max) {
    this.xml = xml;
    this.elements = new Elements(xml);
    this.key = key;
    this.location = location;
    this.length = length;
    this.max = max;
  }

  /**
   * Decrypts a payload.
   *
   * @param in a document of one EncryptedData; stays the caller's to close
   * @param length bytes of the document
   * @param out takes the payload once its authentication tag was checked, and nothing before
   * @param max bytes that a payload may have
   * @return the payload's content type; empty where its sender did not name one
   * @throws RefusedMessage SecurityFailure, or MimeProblem where the payload is too large
   * @throws IOException where the payload cannot be written
   */
  public static String decrypt(
      String contentId, InputStream in, long length, OutputStream out, PrivateKey key, long max)
      throws IOException {
    String location = "cid:" + contentId;
    String contentType;
    byte[] payload;
    try {
      XMLStreamReader2 xml = (XMLStreamReader2) FACTORY.createXMLStreamReader(in);
      try {
        Decryption decryption = new Decryption(xml, key, location, length, max);
        contentType = decryption.start();
        payload = decryption.payload();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException | GeneralSecurityException | IllegalArgumentException e) {
      throw failed(location);
    }
    out.write(payload);
    return contentType;
  }

  /** Returns the bytes that decryption of a document of a length holds at once. */
  public static long memory(long length) {
    return 2 * encrypted(length);
  }

  // Base64 has four characters for three octets.
  private static long encrypted(long length) {
    return length / 4 * 3 + 3;
  }

  private RefusedMessage failed() {
    return failed(location);
  }

  private static RefusedMessage failed(String location) {
    return ErrorCode.SECURITY_FAILURE.refusal(location, "The payload cannot be decrypted");
  }

  private RefusedMessage tooLarge() {
    return ErrorCode.MIME_PROBLEM.refusal(
        413, location, "The decrypted payload has more than %d bytes".formatted(max));
  }

  private String start() throws XMLStreamException {
    while (xml.next() != XMLStreamConstants.START_ELEMENT) {
      if (xml.getEventType() == XMLStreamConstants.DTD) {
        throw failed();
      }
    }
    require(isXenc("EncryptedData"));
    String contentType = elements.attribute("", "MimeType");
    // It is written as a header of a part later, and a line break would begin another header.
    require(contentType == null || contentType.chars().allMatch(c -> c >= ' ' && c <= '~'));
    return contentType == null ? "" : contentType;
  }

  /** Reads the children in the schema's order: algorithm, encrypted key, encrypted content. */
  private byte[] payload() throws XMLStreamException, GeneralSecurityException {
    while (elements.nextChild()) {
      if (isXenc("EncryptionMethod")) {
        algorithm = cipher();
        elements.skip();
      } else if (isDs("KeyInfo")) {
        keyInfo();
      } else if (isXenc("CipherData")) {
        toCipherValue();
        byte[] payload = cipherValue();
        elements.toEnd();
        return payload;
      } else {
        elements.skip();
      }
    }
    throw failed();
  }

  private EncryptionAlgorithm cipher() {
    String uri = elements.attribute("", "Algorithm");
    return Optional.ofNullable(uri)
        .flatMap(EncryptionAlgorithm::parse)
        .filter(known -> known.uri().equals(uri))
        .orElseThrow(this::failed);
  }

  private void keyInfo() throws XMLStreamException {
    while (elements.nextChild()) {
      if (isXenc("EncryptedKey") && secret == null) {
        secret = encryptedKey();
      } else {
        elements.skip();
      }
    }
  }

  private SecretKey encryptedKey() throws XMLStreamException {
    Oaep transport = null;
    byte[] wrapped = null;
    while (elements.nextChild()) {
      if (isXenc("EncryptionMethod")) {
        transport = transport();
      } else if (isXenc("CipherData")) {
        toCipherValue();
        wrapped = small();
        elements.skip();
      } else {
        elements.skip();
      }
    }
    if (transport == null || wrapped == null || algorithm == null) {
      throw failed();
    }
    return unwrap(transport, wrapped, algorithm);
  }

  // A key that cannot be unwrapped is replaced by a random one, so that it fails where a wrong
  // tag fails, and takes as long.
  private SecretKey unwrap(Oaep transport, byte[] wrapped, EncryptionAlgorithm known) {
    byte[] octets = Encryption.random(known.keyBits() / 8);
    try {
      byte[] unwrapped = transport.unwrap(wrapped, key);
      octets = unwrapped.length == octets.length ? unwrapped : octets;
    } catch (GeneralSecurityException e) {
      return new SecretKeySpec(octets, "AES");
    }
    return new SecretKeySpec(octets, "AES");
  }

  private Oaep transport() throws XMLStreamException {
    String uri = elements.attribute("", "Algorithm");
    String digest = null;
    String mask = null;
    while (elements.nextChild()) {
      if (isDs("DigestMethod")) {
        digest = elements.attribute("", "Algorithm");
      } else if (elements.isLocal("MGF")) {
        mask = elements.attribute("", "Algorithm");
      } else {
        throw failed();
      }
      elements.skip();
    }
    return Oaep.of(uri, digest, mask).orElseThrow(this::failed);
  }

  private void toCipherValue() throws XMLStreamException {
    require(elements.nextChild() && isXenc("CipherValue"));
  }

  private byte[] small() throws XMLStreamException {
    byte[] octets = new byte[LONGEST_KEY];
    int length = 0;
    for (int n = 0; n >= 0; n = xml.readElementAsBinary(octets, length, octets.length - length)) {
      length += n;
      require(length < octets.length);
    }
    return Arrays.copyOf(octets, length);
  }

  private byte[] cipherValue() throws XMLStreamException, GeneralSecurityException {
    long longest = max + Encryption.IV_BYTES + Encryption.TAG_BITS / 8;
    byte[] octets = new byte[(int) Math.min(encrypted(length), longest) + 1];
    int read = 0;
    for (int n = 0; n >= 0; n = xml.readElementAsBinary(octets, read, octets.length - read)) {
      read += n;
      if (read > longest) {
        throw tooLarge();
      }
      require(read < octets.length);
    }
    require(read >= Encryption.IV_BYTES);
    byte[] iv = Arrays.copyOf(octets, Encryption.IV_BYTES);
    // In one piece: GCM returns nothing before the tag is checked, and would copy each piece.
    return Encryption.cipher(Cipher.DECRYPT_MODE, requiredSecret(), iv)
        .doFinal(octets, Encryption.IV_BYTES, read - Encryption.IV_BYTES);
  }

  private SecretKey requiredSecret() {
    if (secret == null) {
      throw failed();
    }
    return secret;
  }

  private void require(boolean good) {
    if (!good) {
      throw failed();
    }
  }

  private boolean isXenc(String name) {
    return elements.isNamed(Encryption.XENC, name);
  }

  private boolean isDs(String name) {
    return elements.isNamed(Namespaces.DS, name);
  }
}
