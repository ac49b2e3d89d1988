package org.reprise.ebms.security;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.SignedReference;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

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
    List<byte[]> certificates) {
  private static final String WITH_COMMENTS = "#WithComments";
  private static final Set<String> CANONICALIZATIONS =
      Set.of(
          SignedReference.C14N,
          SignedReference.C14N + WITH_COMMENTS,
          SignedReference.EXCLUSIVE_C14N,
          SignedReference.EXCLUSIVE_C14N + "WithComments");

  static RefusedMessage refused(String description) {
    return ErrorCode.SECURITY_FAILURE.refusal(
        "/soap:Envelope/soap:Header/ds:Signature", description);
  }

  /** The one signature of a document, which is a child of soap:Header. */
  static XmlSignature of(Document document, int maxReferences) {
    List<Node> all =
        Dom.nodes(document).stream()
            .filter(node -> Dom.isNamed(node, Namespaces.DS, "Signature"))
            .toList();
    if (all.size() != 1) {
      throw refused(
          all.isEmpty()
              ? "The message is to be signed, and is not"
              : "There are %d signatures".formatted(all.size()));
    }
    Element signature = (Element) all.getFirst();
    Node header = signature.getParentNode();
    if (header == null
        || !Dom.isNamed(header, Namespaces.SOAP, "Header")
        || !document.getDocumentElement().isSameNode(header.getParentNode())) {
      throw refused("ds:Signature must be a child of soap:Header");
    }
    return new Reader(maxReferences).read(signature);
  }

  /** Whether a document has a signature in its header. */
  static boolean isIn(Document document) {
    return Dom.nodes(document).stream()
        .anyMatch(node -> Dom.isNamed(node, Namespaces.DS, "Signature"));
  }

  private static final class Reader {
    private final int maxReferences;
    private Set<String> actors = Set.of();

    Reader(int maxReferences) {
      this.maxReferences = maxReferences;
    }

    XmlSignature read(Element signature) {
      List<Element> parts = DomUtils.getChildElements(signature);
      if (parts.size() < 2 || parts.size() > 3) {
        throw refused(
            "ds:Signature holds SignedInfo, SignatureValue and KeyInfo, and no ds:Object");
      }
      Element signedInfo = ds(parts.get(0), "SignedInfo");
      Element value = ds(parts.get(1), "SignatureValue");
      List<byte[]> certificates =
          parts.size() == 3 ? certificates(ds(parts.get(2), "KeyInfo")) : List.of();
      List<Element> infos = DomUtils.getChildElements(signedInfo);
      if (infos.size() < 3 || infos.size() > 2 + maxReferences) {
        throw refused(
            "SignedInfo has %d references; there is one for the envelope and one for each payload"
                .formatted(infos.size() - 2));
      }
      SignedReference.Transform canonicalization =
          canonicalization(ds(infos.get(0), "CanonicalizationMethod"));
      SignatureAlgorithm algorithm = algorithm(ds(infos.get(1), "SignatureMethod"));
      List<SignedReference> references = new ArrayList<>();
      for (Element info : infos.subList(2, infos.size())) {
        references.add(reference(ds(info, "Reference")));
      }
      return new XmlSignature(
          signature,
          signedInfo,
          canonicalization,
          algorithm,
          List.copyOf(references),
          actors,
          decoded(value),
          certificates);
    }

    private static Element ds(Element element, String name) {
      if (!Dom.isNamed(element, Namespaces.DS, name)) {
        throw refused("ds:%s is expected, not %s".formatted(name, element.getNodeName()));
      }
      return element;
    }

    private static List<byte[]> certificates(Element keyInfo) {
      List<byte[]> certificates = new ArrayList<>();
      for (Node node : Dom.nodes(keyInfo)) {
        if (Dom.isNamed(node, Namespaces.DS, "X509Certificate")) {
          certificates.add(decoded((Element) node));
        }
      }
      return List.copyOf(certificates);
    }

    private static byte[] decoded(Element element) {
      try {
        return Base64.getDecoder().decode(Dom.packed(element));
      } catch (IllegalArgumentException e) {
        throw refused(element.getLocalName() + " is not Base64");
      }
    }

    private static String algorithmOf(Element element) {
      String algorithm = Dom.attribute(element, "Algorithm");
      return algorithm == null ? "" : algorithm;
    }

    private static SignatureAlgorithm algorithm(Element method) {
      String uri = algorithmOf(method);
      return SignatureAlgorithm.parse(uri)
          .filter(known -> known.uri().equals(uri) && DomUtils.getChildElements(method).isEmpty())
          .orElseThrow(() -> notAllowed("SignatureMethod", uri));
    }

    private static RefusedMessage notAllowed(String what, String uri) {
      return refused("%s '%s' is not allowed".formatted(what, uri));
    }

    private static SignedReference.Transform canonicalization(Element method) {
      String uri = algorithmOf(method);
      if (!CANONICALIZATIONS.contains(uri)) {
        throw notAllowed(method.getLocalName(), uri);
      }
      return new SignedReference.Transform(uri, prefixList(method, uri));
    }

    private static @Nullable String prefixList(Element method, String uri) {
      List<Element> parameters = DomUtils.getChildElements(method);
      if (parameters.isEmpty()) {
        return null;
      }
      Element parameter = parameters.getFirst();
      if (parameters.size() > 1
          || !uri.startsWith(SignedReference.EXCLUSIVE_C14N)
          || !Dom.isNamed(parameter, SignedReference.EXCLUSIVE_C14N, "InclusiveNamespaces")) {
        throw refused("%s takes no such parameter".formatted(uri));
      }
      return Dom.attribute(parameter, "PrefixList");
    }

    private SignedReference reference(Element element) {
      String uri = Dom.attribute(element, "URI");
      String type = Dom.attribute(element, "Type");
      if (uri == null || type != null) {
        throw refused("A ds:Reference has a URI and no Type");
      }
      if (!uri.isEmpty() && !uri.startsWith("cid:")) {
        throw refused(
            "References name the envelope or a payload of the message, not '%s'".formatted(uri));
      }
      List<Element> parts = DomUtils.getChildElements(element);
      boolean transformed =
          !parts.isEmpty() && Dom.isNamed(parts.getFirst(), Namespaces.DS, "Transforms");
      if (parts.size() != (transformed ? 3 : 2)) {
        throw refused("ds:Reference has Transforms, DigestMethod, DigestValue");
      }
      List<Element> transforms =
          transformed ? DomUtils.getChildElements(parts.removeFirst()) : List.of();
      String digest = algorithmOf(ds(parts.get(0), "DigestMethod"));
      if (DigestAlgorithm.parse(digest).filter(known -> known.uri().equals(digest)).isEmpty()) {
        throw notAllowed("DigestMethod", digest);
      }
      String value = Dom.packed(ds(parts.get(1), "DigestValue"));
      if (value.isEmpty()) {
        throw refused("DigestValue is empty");
      }
      return new SignedReference(
          uri, uri.isEmpty() ? ofEnvelope(transforms) : ofPayload(transforms), digest, value);
    }

    private static List<SignedReference.Transform> ofPayload(List<Element> transforms) {
      if (!transforms.isEmpty()) {
        throw refused("Payloads are signed as they are, without transforms");
      }
      return List.of();
    }

    /**
     * The enveloped transform must be there once; the filter may be there once, and a
     * canonicalization as the last one.
     */
    private List<SignedReference.Transform> ofEnvelope(List<Element> transforms) {
      List<SignedReference.Transform> read = new ArrayList<>();
      for (Element transform : transforms) {
        String uri = algorithmOf(ds(transform, "Transform"));
        boolean again = read.stream().anyMatch(before -> before.algorithm().equals(uri));
        boolean tooLate = !read.isEmpty() && CANONICALIZATIONS.contains(read.getLast().algorithm());
        if (again || tooLate) {
          throw refused("The transforms of the envelope are not those of ebMS");
        }
        read.add(ofEnvelope(transform, uri));
      }
      if (read.stream().noneMatch(one -> one.algorithm().equals(SignedReference.ENVELOPED))) {
        throw refused("The transform enveloped-signature is missing");
      }
      return read;
    }

    private SignedReference.Transform ofEnvelope(Element transform, String uri) {
      if (CANONICALIZATIONS.contains(uri)) {
        return canonicalization(transform);
      }
      List<Element> parameters = DomUtils.getChildElements(transform);
      if (uri.equals(SignedReference.XPATH)) {
        if (parameters.size() != 1) {
          throw refused("The XPath transform has one expression");
        }
        actors =
            EbmsXPath.actors(ds(parameters.getFirst(), "XPath"))
                .orElseThrow(() -> refused("The XPath expression is not that of ebMS 2.0"));
      } else if (!uri.equals(SignedReference.ENVELOPED) || !parameters.isEmpty()) {
        throw notAllowed("Transform", uri);
      }
      return new SignedReference.Transform(uri, null);
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
