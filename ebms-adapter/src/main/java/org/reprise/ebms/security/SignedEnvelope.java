package org.reprise.ebms.security;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Namespaces;
import org.reprise.ebms.envelope.SignedReference;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

final class SignedEnvelope {
  private SignedEnvelope() {}

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
  static byte[] octets(
      Document document,
      @Nullable Element signature,
      Set<String> actors,
      SignedReference.Transform canonicalization,
      int read) {
    if (signature != null) {
      Dom.remove(signature);
    }
    for (Node node : Dom.nodes(document)) {
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
}
