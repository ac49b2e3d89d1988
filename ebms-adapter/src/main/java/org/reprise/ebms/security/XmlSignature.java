package org.reprise.ebms.security;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.spec.ExcC14NParameterSpec;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.reprise.ebms.packaging.ContentId;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A ds:Signature as it was received, with nothing in it but what is allowed here: transforms and
 * references that ebMS does not need could only be used to attack the verifier.
 *
 * @param signedInfo what the signature's value covers
 * @param canonicalization of {@code signedInfo}
 * @param actors the actors whose elements the envelope's digest leaves out
 * @param certificates those of KeyInfo, DER; named by the sender and not trusted
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never changed, never compared
record XmlSignature(
    Element element,
    Element signedInfo,
    SignedReference.Transform canonicalization,
    SignatureAlgorithm algorithm,
    List<SignedReference> references,
    Set<String> actors,
    byte[] value,
    List<ByteBuffer> certificates) {
  private static final Set<String> CANONICALIZATIONS =
      Set.of(
          SignedReference.C14N,
          SignedReference.C14N + "#WithComments",
          SignedReference.EXCLUSIVE_C14N,
          SignedReference.EXCLUSIVE_C14N + "WithComments");

  static RefusedMessage refused(String description) {
    return ErrorCode.SECURITY_FAILURE.refusal(
        "/soap:Envelope/soap:Header/ds:Signature", description);
  }

  /** The one signature of a document, which is a child of soap:Header. */
  static XmlSignature of(Document document, int maxReferences) {
    NodeList all = all(document);
    if (all.getLength() != 1) {
      throw refused(
          all.getLength() == 0
              ? "The message is to be signed, and is not"
              : "There are %d signatures".formatted(all.getLength()));
    }
    Element signature = (Element) all.item(0);
    Node header = signature.getParentNode();
    if (header == null
        || !Dom.isNamed(header, Namespaces.SOAP, "Header")
        || !document.getDocumentElement().isSameNode(header.getParentNode())) {
      throw refused("ds:Signature must be a child of soap:Header");
    }
    return read(signature, maxReferences);
  }

  /** Whether a document has a signature in its header. */
  static boolean isIn(Document document) {
    return all(document).getLength() > 0;
  }

  private static NodeList all(Document document) {
    return document.getElementsByTagNameNS(Namespaces.DS, "Signature");
  }

  // The JDK rejects malformed signatures; this method rejects what ebMS does not allow in one.
  private static XmlSignature read(Element signature, int maxReferences) {
    List<Element> parts = DomUtils.getChildElements(signature);
    Element keyInfo = parts.size() < 3 ? null : parts.get(2);
    if (parts.size() > 3 || (keyInfo != null && !Dom.isNamed(keyInfo, Namespaces.DS, "KeyInfo"))) {
      throw refused("ds:Signature holds SignedInfo, SignatureValue and KeyInfo, and no ds:Object");
    }
    List<ByteBuffer> certificates;
    XMLSignature read;
    try {
      certificates = keyInfo == null ? List.of() : certificates(keyInfo);
      // The JDK parses numbers of any length in it, and rejects keys and curves it does not know.
      parts.stream().skip(2).forEach(Dom::remove);
      read =
          XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(new DOMStructure(signature));
    } catch (MarshalException | RuntimeException e) {
      // Also a NullPointerException, where a transform lacks its parameter.
      throw refused(
          "An element, an algorithm, a Transform or KeyInfo cannot be read: " + e.getMessage());
    }
    SignedInfo info = read.getSignedInfo();
    if (info.getReferences().size() > maxReferences) {
      throw refused(
          "SignedInfo has %d references; there is one for the envelope and one for each payload"
              .formatted(info.getReferences().size()));
    }
    CanonicalizationMethod canonicalization = info.getCanonicalizationMethod();
    if (!CANONICALIZATIONS.contains(canonicalization.getAlgorithm())) {
      throw notAllowed("CanonicalizationMethod", canonicalization.getAlgorithm());
    }
    String method = info.getSignatureMethod().getAlgorithm();
    Element signedInfo = parts.getFirst();
    return new XmlSignature(
        signature,
        signedInfo,
        transform(canonicalization),
        SignatureAlgorithm.parse(method)
            .filter(known -> known.uri().equals(method))
            .orElseThrow(() -> notAllowed("SignatureMethod", method)),
        info.getReferences().stream().map(XmlSignature::reference).toList(),
        actors(signedInfo),
        read.getSignatureValue().getValue(),
        certificates);
  }

  private static RefusedMessage notAllowed(String what, String uri) {
    return refused("%s '%s' is not allowed".formatted(what, uri));
  }

  private static SignedReference.Transform transform(Transform transform) {
    return new SignedReference.Transform(
        transform.getAlgorithm(),
        transform.getParameterSpec() instanceof ExcC14NParameterSpec exclusive
            ? String.join(" ", exclusive.getPrefixList())
            : null);
  }

  // The JDK's parameters of an XPath transform lack the namespaces that are declared around it.
  private static Set<String> actors(Element signedInfo) {
    List<Element> xpaths =
        DomUtils.getChildElementsByTagName(signedInfo, "Reference").stream()
            .flatMap(one -> DomUtils.getChildElementsByTagName(one, "Transforms").stream())
            .flatMap(transforms -> DomUtils.getChildElements(transforms).stream())
            .filter(one -> one.getAttribute("Algorithm").equals(SignedReference.XPATH))
            .flatMap(one -> DomUtils.getChildElementsByTagName(one, "XPath").stream())
            .toList();
    return switch (xpaths.size()) {
      case 0 -> Set.of();
      case 1 ->
          EbmsXPath.actors(xpaths.getFirst())
              .orElseThrow(() -> refused("The XPath expression is not that of ebMS 2.0"));
      default -> throw refused("The XPath transform has one expression");
    };
  }

  private static List<ByteBuffer> certificates(Element keyInfo) {
    List<ByteBuffer> certificates = new ArrayList<>();
    NodeList all = keyInfo.getElementsByTagNameNS(Namespaces.DS, "X509Certificate");
    for (int i = 0; i < all.getLength(); i++) {
      String text = all.item(i).getTextContent();
      certificates.add(ByteBuffer.wrap(Base64.getMimeDecoder().decode(text)));
    }
    return certificates;
  }

  private static SignedReference reference(Reference reference) {
    String uri = reference.getURI();
    // The Type of an envelope is informative, and may be there (ebMS 2.0, section 4.1.3).
    String type = reference.getType();
    if (uri == null || (type != null && !type.equals(Namespaces.DS + "Object"))) {
      throw refused("A ds:Reference has a URI, and no Type but Object");
    }
    if (!uri.isEmpty() && !uri.startsWith(ContentId.SCHEME)) {
      throw refused(
          "References name the envelope or a payload of the message, not '%s'".formatted(uri));
    }
    List<SignedReference.Transform> transforms =
        reference.getTransforms().stream().map(XmlSignature::transform).toList();
    if (uri.isEmpty()) {
      checkOfEnvelope(transforms.stream().map(SignedReference.Transform::algorithm).toList());
    } else if (!transforms.isEmpty()) {
      throw refused("Payloads are signed as they are, without transforms");
    }
    String digest = reference.getDigestMethod().getAlgorithm();
    if (DigestAlgorithm.parse(digest).filter(known -> known.uri().equals(digest)).isEmpty()) {
      throw notAllowed("DigestMethod", digest);
    }
    String value = Base64.getEncoder().encodeToString(reference.getDigestValue());
    return new SignedReference(uri, transforms, digest, value);
  }

  /** Requires the enveloped transform; a filter and a last canonicalization may be there. */
  private static void checkOfEnvelope(List<String> transforms) {
    for (int i = 0; i < transforms.size(); i++) {
      String uri = transforms.get(i);
      boolean isLast = i == transforms.size() - 1;
      if (!CANONICALIZATIONS.contains(uri)
          && !uri.equals(SignedReference.ENVELOPED)
          && !uri.equals(SignedReference.XPATH)) {
        throw notAllowed("Transform", uri);
      }
      if (transforms.indexOf(uri) < i || (CANONICALIZATIONS.contains(uri) && !isLast)) {
        throw refused("The transforms of the envelope are not those of ebMS");
      }
    }
    if (!transforms.contains(SignedReference.ENVELOPED)) {
      throw refused("The transform enveloped-signature is missing");
    }
  }

  /** The canonicalization of the envelope; inclusive where none is named (section 4.4.3.2). */
  static SignedReference.Transform canonicalizationOf(SignedReference envelope) {
    return envelope.transforms().stream()
        .filter(transform -> CANONICALIZATIONS.contains(transform.algorithm()))
        .findFirst()
        .orElse(new SignedReference.Transform(SignedReference.C14N, null));
  }
}
