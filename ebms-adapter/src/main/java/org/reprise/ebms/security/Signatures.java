package org.reprise.ebms.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.agreement.X509;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.reprise.ebms.envelope.SignedReferences;
import org.reprise.ebms.packaging.ContentId;
import org.reprise.ebms.packaging.Payload;
import org.springframework.stereotype.Component;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.traversal.DocumentTraversal;
import org.w3c.dom.traversal.NodeFilter;
import org.w3c.dom.traversal.NodeIterator;

/**
 * Signatures of messages (ebMS 2.0, section 4.1; XML Signature). One signature in the SOAP header
 * covers the envelope, except what is for the next message handler, and the octets of each payload.
 * Safe for use by several threads.
 */
@Component
public final class Signatures {
  private static final List<SignedReference.Transform> OF_ENVELOPE =
      List.of(
          new SignedReference.Transform(SignedReference.ENVELOPED, null),
          new SignedReference.Transform(SignedReference.XPATH, null),
          new SignedReference.Transform(SignedReference.C14N, null));

  private static final String NOT_COVERED = "The payload is not covered by the signature";

  private final EnvelopeReader reader;

  public Signatures(EnvelopeReader reader) {
    this.reader = reader;
  }

  /**
   * A message whose signature is good.
   *
   * @param envelope what the signature covers, read again from the octets that were digested, and
   *     the received SyncReply, which no signature covers. Act upon this one only.
   */
  public record Verified(
      Envelope envelope, List<SignedReference> references, X509Certificate certificate) {
    public Verified {
      references = List.copyOf(references);
    }
  }

  /**
   * Signs a message.
   *
   * @param parts all payloads, in their order
   * @return the octets that are to be sent, and no others
   * @throws IOException where a payload cannot be read
   */
  public byte[] sign(
      byte[] envelope,
      List<Payload> parts,
      KeyStore.PrivateKeyEntry key,
      ChannelSecurity.Signing how)
      throws IOException {
    List<SignedReference> references = new ArrayList<>(1 + parts.size());
    byte[] octets =
        octets(
            Dom.parse(envelope, "UTF-8"),
            null,
            Set.of(Namespaces.ACTOR_NEXT, Namespaces.ACTOR_NEXT_MSH),
            OF_ENVELOPE.getLast(),
            envelope.length);
    references.add(
        new SignedReference(
            "",
            OF_ENVELOPE,
            how.digest().uri(),
            base64(digest(how.digest(), new ByteArrayInputStream(octets)))));
    for (Payload part : parts) {
      references.add(
          new SignedReference(
              "cid:" + part.contentId(),
              List.of(),
              how.digest().uri(),
              base64(digest(how.digest(), part))));
    }
    String signedInfo = signedInfo(how.algorithm(), references);
    // The namespaces around it are signed, too: so it is canonicalized at its later place.
    byte[] place = splice(envelope, signature(signedInfo, "", key.getCertificate()));
    Element placed = XmlSignature.of(Dom.parse(place, "UTF-8"), references.size()).signedInfo();
    byte[] value =
        sign(how.algorithm(), key, Dom.canonical(placed, SignedReference.C14N, null, place.length));
    return splice(envelope, signature(signedInfo, base64(value), key.getCertificate()));
  }

  private static String signedInfo(SignatureAlgorithm algorithm, List<SignedReference> references) {
    StringBuilder info =
        new StringBuilder(2048)
            .append("<ds:SignedInfo><ds:CanonicalizationMethod Algorithm=\"")
            .append(SignedReference.C14N)
            .append("\"/><ds:SignatureMethod Algorithm=\"")
            .append(algorithm.uri())
            .append("\"/>");
    references.forEach(reference -> info.append(SignedReferences.markup(reference)));
    return info.append("</ds:SignedInfo>").toString();
  }

  private static String signature(String signedInfo, String value, Certificate certificate) {
    return "<ds:Signature>%s<ds:SignatureValue>%s</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>%s</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>"
        .formatted(signedInfo, value, base64(X509.encoded(certificate)));
  }

  // Only the signature is inserted; all other octets stay as they were digested.
  private static byte[] splice(byte[] envelope, String signature) {
    int place = new String(envelope, StandardCharsets.ISO_8859_1).indexOf("</soap:Header>");
    if (place < 0) {
      throw new IllegalArgumentException("the envelope is not one that EnvelopeWriter wrote");
    }
    byte[] inserted = signature.getBytes(StandardCharsets.UTF_8);
    byte[] signed = Arrays.copyOf(envelope, envelope.length + inserted.length);
    System.arraycopy(inserted, 0, signed, place, inserted.length);
    System.arraycopy(envelope, place, signed, place + inserted.length, envelope.length - place);
    return signed;
  }

  /**
   * Checks the signature of a message.
   *
   * <p>The octets are read within the limits of an envelope before a tree is made of them.
   *
   * @param encoding as the packaging names it; null where it does not
   * @param allowed the certificates that the agreement names for the sender; the message's KeyInfo
   *     only chooses among them and is never trusted
   * @throws RefusedMessage SecurityFailure where the signature is not valid
   * @throws IOException where a payload cannot be read
   */
  public Verified verify(
      byte[] envelope,
      @Nullable String encoding,
      List<Payload> parts,
      Collection<X509Certificate> allowed)
      throws IOException {
    Envelope received = reader.read(new ByteArrayInputStream(envelope), encoding);
    Document document = Dom.parse(envelope, encoding);
    XmlSignature signature = XmlSignature.of(document, 1 + parts.size());
    X509Certificate certificate =
        signer(signature, candidates(signature, allowed), envelope.length);
    byte[] octets = checkEnvelope(document, signature, envelope.length);
    Envelope signed = readSigned(octets, received);
    checkPayloads(signature.references(), parts, signed.content());
    return new Verified(signed, signature.references(), certificate);
  }

  /** Checks that each payload is covered once, and that each reference names a payload. */
  private static void checkPayloads(
      List<SignedReference> references, List<Payload> parts, Content content) throws IOException {
    Map<Payload, SignedReference> covered = new LinkedHashMap<>();
    for (SignedReference reference : references) {
      if (!reference.uri().isEmpty()) {
        Payload part = part(parts, reference.uri(), "No payload has the Content-ID signed");
        if (covered.put(part, reference) != null) {
          throw ErrorCode.SECURITY_FAILURE.refusal(
              reference.uri(), "The payload is referenced twice");
        }
      }
    }
    for (Payload part : parts) {
      if (!covered.containsKey(part)) {
        throw ErrorCode.SECURITY_FAILURE.refusal(ContentId.SCHEME + part.contentId(), NOT_COVERED);
      }
    }
    if (content instanceof Content.Manifest manifest) {
      for (Content.Reference reference : manifest.references()) {
        if (reference.href().startsWith(ContentId.SCHEME)) {
          part(parts, reference.href(), NOT_COVERED);
        }
      }
    }
    for (Map.Entry<Payload, SignedReference> one : covered.entrySet()) {
      checkDigest(one.getValue(), digest(algorithm(one.getValue()), one.getKey()));
    }
  }

  private static Payload part(List<Payload> parts, String uri, String description) {
    return parts.stream()
        .filter(one -> ContentId.isReferred(uri, one.contentId()))
        .findFirst()
        .orElseThrow(() -> ErrorCode.SECURITY_FAILURE.refusal(uri, description));
  }

  /** Returns what the signature says was signed, unchecked; empty without one. */
  public List<SignedReference> references(byte[] envelope) {
    reader.read(new ByteArrayInputStream(envelope), null);
    Document document = Dom.parse(envelope, null);
    return XmlSignature.isIn(document)
        ? XmlSignature.of(document, Integer.MAX_VALUE).references()
        : List.of();
  }

  private Envelope readSigned(byte[] octets, Envelope received) {
    Envelope signed;
    try {
      signed = reader.read(new ByteArrayInputStream(octets), "UTF-8");
    } catch (RefusedMessage e) {
      throw XmlSignature.refused(
          "What the signature covers is no message: " + e.error().description());
    }
    return new Envelope(
        signed.header(),
        received.syncReply(),
        signed.ackRequested(),
        signed.acknowledgment(),
        signed.errorList(),
        signed.content());
  }

  /** The allowed certificates that KeyInfo holds; where it holds none, all that are allowed. */
  private static List<X509Certificate> candidates(
      XmlSignature signature, Collection<X509Certificate> allowed) {
    if (allowed.isEmpty()) {
      throw XmlSignature.refused("The agreement has no certificate for signing");
    }
    if (signature.certificates().isEmpty()) {
      return List.copyOf(allowed);
    }
    List<X509Certificate> shown =
        allowed.stream()
            .filter(one -> signature.certificates().contains(ByteBuffer.wrap(X509.encoded(one))))
            .toList();
    if (shown.isEmpty()) {
      throw XmlSignature.refused("The certificate in KeyInfo is not that of the agreement");
    }
    return shown;
  }

  private static X509Certificate signer(
      XmlSignature signature, List<X509Certificate> candidates, int read) {
    List<X509Certificate> fitting =
        candidates.stream().filter(one -> signature.algorithm().fits(one.getPublicKey())).toList();
    if (fitting.isEmpty()) {
      throw XmlSignature.refused("SignatureMethod does not fit the agreement's certificate");
    }
    byte[] octets =
        Dom.canonical(
            signature.signedInfo(),
            signature.canonicalization().algorithm(),
            signature.canonicalization().prefixList(),
            read);
    return fitting.stream()
        .filter(one -> isValueOf(one, signature, octets))
        .findFirst()
        .orElseThrow(() ->
            XmlSignature.refused(
                "SignatureValue was not made by the key of the agreement's certificate"));
  }

  private static boolean isValueOf(
      X509Certificate certificate, XmlSignature signature, byte[] octets) {
    try {
      Signature verifier = Signature.getInstance(signature.algorithm().jcaName());
      verifier.initVerify(certificate.getPublicKey());
      verifier.update(octets);
      return verifier.verify(signature.value());
    } catch (GeneralSecurityException e) {
      // A value of another length, for instance.
      return false;
    }
  }

  private static byte[] checkEnvelope(Document document, XmlSignature signature, int read)
      throws IOException {
    List<SignedReference> ofEnvelope =
        signature.references().stream().filter(reference -> reference.uri().isEmpty()).toList();
    if (ofEnvelope.size() != 1) {
      throw XmlSignature.refused("The envelope must be signed, and once");
    }
    SignedReference reference = ofEnvelope.getFirst();
    byte[] octets =
        octets(
            document,
            signature.element(),
            signature.actors(),
            XmlSignature.canonicalizationOf(reference),
            read);
    checkDigest(reference, digest(algorithm(reference), new ByteArrayInputStream(octets)));
    return octets;
  }

  /**
   * Does what the transforms of the reference to the envelope do, and changes the tree: leaves out
   * the signature, elements for these actors, and comments (a reference to the same document never
   * covers them: XML Signature, section 4.4.3.3), and canonicalizes the rest.
   *
   * <p>Leaving out whole elements and canonicalizing what is left gives the same octets as
   * canonicalizing the node set without them, for nothing below them stays. It costs one walk,
   * where an XPath engine evaluates the expression anew for each node, attribute and namespace.
   *
   * @param read bytes of the document that was read
   */
  private static byte[] octets(
      Document document,
      @Nullable Element signature,
      Set<String> actors,
      SignedReference.Transform canonicalization,
      int read) {
    if (signature != null) {
      Dom.remove(signature);
    }
    NodeIterator nodes =
        ((DocumentTraversal) document)
            .createNodeIterator(
                document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT, null, false);
    for (Node node = nodes.nextNode(); node != null; node = nodes.nextNode()) {
      boolean leftOut =
          node.getNodeType() == Node.COMMENT_NODE
              || (node instanceof Element element && isFor(actors, element));
      if (leftOut) {
        Dom.remove(node);
      }
    }
    return Dom.canonical(
        document, canonicalization.algorithm(), canonicalization.prefixList(), read);
  }

  private static boolean isFor(Set<String> actors, Element element) {
    return actors.contains(element.getAttributeNS(Namespaces.SOAP, "actor"));
  }

  private static void checkDigest(SignedReference reference, byte[] digest) {
    byte[] expected = Base64.getDecoder().decode(reference.digestValue());
    if (!MessageDigest.isEqual(expected, digest)) {
      throw XmlSignature.refused(
          "The %s is not what was signed"
              .formatted(
                  reference.uri().isEmpty() ? "envelope" : "payload '" + reference.uri() + "'"));
    }
  }

  private static DigestAlgorithm algorithm(SignedReference reference) {
    return DigestAlgorithm.parse(reference.digestMethod()).orElseThrow();
  }

  private static byte[] sign(
      SignatureAlgorithm algorithm, KeyStore.PrivateKeyEntry key, byte[] octets) {
    try {
      Signature signer = Signature.getInstance(algorithm.jcaName());
      signer.initSign(key.getPrivateKey());
      signer.update(octets);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key cannot sign by " + algorithm, e);
    }
  }

  private static byte[] digest(DigestAlgorithm algorithm, Payload part) throws IOException {
    try (InputStream content = part.content().open()) {
      return digest(algorithm, content);
    }
  }

  private static byte[] digest(DigestAlgorithm algorithm, InputStream content) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm.jcaName());
      content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK has no " + algorithm, e);
    }
  }

  private static String base64(byte[] octets) {
    return Base64.getEncoder().encodeToString(octets);
  }
}
