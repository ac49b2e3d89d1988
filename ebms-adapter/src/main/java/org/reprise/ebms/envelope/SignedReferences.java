package org.reprise.ebms.envelope;

import static org.reprise.ebms.envelope.HeaderBlocks.present;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** References of signatures, read and written. */
public final class SignedReferences {
  private SignedReferences() {}

  static SignedReference read(Elements elements, String path) throws XMLStreamException {
    String uri = elements.attribute("", "URI");
    List<SignedReference.Transform> transforms = List.of();
    String method = null;
    String value = null;
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.DS, "Transforms")) {
        transforms = transforms(elements, path);
      } else if (elements.isNamed(Namespaces.DS, "DigestMethod")) {
        method = elements.attribute("", "Algorithm");
        elements.skip();
      } else if (elements.isNamed(Namespaces.DS, "DigestValue")) {
        value = elements.text().replaceAll("\\s", "");
      } else {
        elements.skip();
      }
    }
    return new SignedReference(
        uri == null || uri.isEmpty() ? "" : Elements.uri(path + "/@URI", uri),
        transforms,
        Elements.uri(path + "/ds:DigestMethod", present(method, path, "ds:DigestMethod")),
        base64(path + "/ds:DigestValue", present(value, path, "ds:DigestValue")));
  }

  private static List<SignedReference.Transform> transforms(Elements elements, String path)
      throws XMLStreamException {
    List<SignedReference.Transform> transforms = new ArrayList<>(3);
    while (elements.nextChild()) {
      String algorithm =
          Elements.uri(
              path + "/ds:Transforms",
              present(elements.attribute("", "Algorithm"), path + "/ds:Transforms", "Algorithm"));
      String prefixList = null;
      while (elements.nextChild()) {
        if (elements.isNamed(SignedReference.EXCLUSIVE_C14N, "InclusiveNamespaces")) {
          String list = elements.attribute("", "PrefixList");
          prefixList = list == null || list.isEmpty() ? null : Elements.printable(path, list);
        }
        elements.skip();
      }
      transforms.add(new SignedReference.Transform(algorithm, prefixList));
    }
    return transforms;
  }

  private static String base64(String path, String value) {
    try {
      Base64.getDecoder().decode(value);
      return value;
    } catch (IllegalArgumentException e) {
      throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(path, "ds:DigestValue is not Base64");
    }
  }

  /** The element with its prefix {@code ds}, in one line. */
  public static String markup(SignedReference reference) {
    StringBuilder to = new StringBuilder(512).append("<ds:Reference");
    Xml.attribute(to, "URI", reference.uri());
    to.append('>');
    if (!reference.transforms().isEmpty()) {
      to.append("<ds:Transforms>");
      reference.transforms().forEach(transform -> transform(to, transform));
      to.append("</ds:Transforms>");
    }
    to.append("<ds:DigestMethod");
    Xml.attribute(to, "Algorithm", reference.digestMethod());
    return to.append("/><ds:DigestValue>")
        .append(Xml.text(reference.digestValue()))
        .append("</ds:DigestValue></ds:Reference>")
        .toString();
  }

  private static void transform(StringBuilder to, SignedReference.Transform transform) {
    to.append("<ds:Transform");
    Xml.attribute(to, "Algorithm", transform.algorithm());
    to.append('>');
    if (transform.algorithm().equals(SignedReference.XPATH)) {
      to.append("<ds:XPath>")
          .append(Xml.text(SignedReference.NOT_ON_THE_WAY))
          .append("</ds:XPath>");
    } else if (transform.prefixList() != null) {
      to.append("<ec:InclusiveNamespaces");
      Xml.attribute(to, "xmlns:ec", SignedReference.EXCLUSIVE_C14N);
      Xml.attribute(to, "PrefixList", transform.prefixList());
      to.append("/>");
    }
    to.append("</ds:Transform>");
  }
}
