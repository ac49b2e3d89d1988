package org.reprise.ebms.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.crypto.Data;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.URIDereferencer;
import javax.xml.crypto.XMLStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLObject;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.crypto.dsig.spec.XPathFilterParameterSpec;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.TestCa;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Somebody else's signatures: made and checked by the JDK's XML Signature, which evaluates XPath
 * and shares no code with ours. Its defaults are those of ebMS 2.0; each can be made wrong.
 */
final class ForeignSigner {
  static final String XPATH =
      "not(ancestor-or-self::node()[@SOAP:actor=\"urn:oasis:names:tc:ebxml-msg:actor:nextMSH\"]"
          + " | ancestor-or-self::node()[@SOAP:actor=\"http://schemas.xmlsoap.org/soap/actor/next\"])";
  static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

  private static final XMLSignatureFactory XML = XMLSignatureFactory.getInstance("DOM");

  private final Map<String, byte[]> payloads = new LinkedHashMap<>();
  private final List<String> extraUris = new ArrayList<>();
  private final List<String> left = new ArrayList<>();
  private String canonicalization = CanonicalizationMethod.INCLUSIVE;
  private @Nullable String lastTransform = CanonicalizationMethod.INCLUSIVE;
  private @Nullable String xpath = XPATH;
  private boolean enveloped = true;
  private String digest = DigestMethod.SHA256;
  private String method = RSA_SHA256;
  private boolean withObject;
  private @Nullable X509Certificate shown;
  private boolean showsKey = true;

  ForeignSigner payload(String contentId, byte[] content) {
    payloads.put("cid:" + contentId, content);
    return this;
  }

  ForeignSigner leavingOut(String contentId) {
    left.add("cid:" + contentId);
    return this;
  }

  ForeignSigner alsoSigning(String uri) {
    extraUris.add(uri);
    return this;
  }

  ForeignSigner canonicalization(String ofSignedInfo, @Nullable String ofEnvelope) {
    canonicalization = ofSignedInfo;
    lastTransform = ofEnvelope;
    return this;
  }

  ForeignSigner xpath(@Nullable String expression) {
    xpath = expression;
    return this;
  }

  ForeignSigner notEnveloped() {
    enveloped = false;
    return this;
  }

  ForeignSigner digest(String algorithm) {
    digest = algorithm;
    return this;
  }

  ForeignSigner method(String algorithm) {
    method = algorithm;
    return this;
  }

  ForeignSigner withObject() {
    withObject = true;
    return this;
  }

  ForeignSigner showing(X509Certificate other) {
    shown = other;
    return this;
  }

  ForeignSigner showingNothing() {
    showsKey = false;
    return this;
  }

  byte[] sign(String envelope, TestCa.Issued key) throws Exception {
    return sign(envelope, key.key(), key.certificate());
  }

  byte[] sign(String envelope, Key key, X509Certificate certificate) throws Exception {
    Document document = Dom.parse(envelope.getBytes(StandardCharsets.UTF_8), "UTF-8");
    Element header = (Element) document.getElementsByTagNameNS("*", "Header").item(0);
    SignedInfo info =
        XML.newSignedInfo(
            XML.newCanonicalizationMethod(canonicalization, (C14NMethodParameterSpec) null),
            XML.newSignatureMethod(method, null),
            references());
    KeyInfoFactory keys = XML.getKeyInfoFactory();
    KeyInfo keyInfo =
        keys.newKeyInfo(List.of(keys.newX509Data(List.of(shown == null ? certificate : shown))));
    List<XMLObject> objects =
        withObject
            ? List.of(XML.newXMLObject(List.<XMLStructure>of(), "object", null, null))
            : List.of();
    DOMSignContext context = new DOMSignContext(key, header);
    context.setDefaultNamespacePrefix("sig");
    context.setURIDereferencer(dereferencer());
    XML.newXMLSignature(info, showsKey ? keyInfo : null, objects, null, null).sign(context);
    return bytes(document);
  }

  private List<Reference> references() throws Exception {
    List<Reference> references = new ArrayList<>();
    references.add(
        XML.newReference("", XML.newDigestMethod(digest, null), transforms(), null, null));
    for (String uri : payloads.keySet()) {
      if (!left.contains(uri)) {
        references.add(XML.newReference(uri, XML.newDigestMethod(digest, null)));
      }
    }
    for (String uri : extraUris) {
      references.add(XML.newReference(uri, XML.newDigestMethod(digest, null)));
    }
    return references;
  }

  private List<Transform> transforms() throws Exception {
    List<Transform> transforms = new ArrayList<>();
    if (enveloped) {
      transforms.add(XML.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null));
    }
    if (xpath != null) {
      transforms.add(
          XML.newTransform(
              Transform.XPATH,
              new XPathFilterParameterSpec(
                  xpath,
                  Map.of(
                      "SOAP", "http://schemas.xmlsoap.org/soap/envelope/",
                      "other", "urn:other"))));
    }
    if (lastTransform != null) {
      transforms.add(XML.newTransform(lastTransform, (TransformParameterSpec) null));
    }
    return transforms;
  }

  // Only the envelope is for the JDK to find; nothing is fetched.
  private URIDereferencer dereferencer() {
    URIDereferencer standard = XML.getURIDereferencer();
    return (reference, context) -> {
      if (reference.getURI().isEmpty() || reference.getURI().startsWith("#")) {
        return standard.dereference(reference, context);
      }
      byte[] content = payloads.getOrDefault(reference.getURI(), new byte[] {1, 2, 3});
      Data data = new OctetStreamData(new ByteArrayInputStream(content));
      return data;
    };
  }

  /** Whether the JDK takes a signed envelope. */
  boolean takes(byte[] envelope, PublicKey key) throws Exception {
    Document document = Dom.parse(envelope, "UTF-8");
    Node signature =
        document.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature").item(0);
    DOMValidateContext context = new DOMValidateContext(key, signature);
    context.setURIDereferencer(dereferencer());
    return XML.unmarshalXMLSignature(context).validate(context);
  }

  static byte[] bytes(Document document) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(out));
    return out.toByteArray();
  }
}
