package org.reprise.ebms.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.commons.logging.LogFactory;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.ErrorCode;
import org.springframework.util.xml.SimpleSaxErrorHandler;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Trees of envelopes. Only documents that passed the envelope reader's limits get here, so that a
 * tree has a bounded size; document types are refused again.
 */
final class Dom {
  static {
    org.apache.xml.security.Init.init();
  }

  private static final DocumentBuilderFactory FACTORY = factory();
  private static final int ROOM = 64 * 1024;

  private Dom() {}

  private static DocumentBuilderFactory factory() {
    // The JDK's own, whatever else is on the class path.
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's parser has no secure processing", e);
    }
    factory.setCoalescing(true);
    return factory;
  }

  static Document parse(byte[] document, @Nullable String encoding) {
    InputSource source = new InputSource(new ByteArrayInputStream(document));
    source.setEncoding(encoding);
    try {
      javax.xml.parsers.DocumentBuilder builder;
      synchronized (FACTORY) {
        builder = FACTORY.newDocumentBuilder();
      }
      // The default one writes to the standard error.
      builder.setErrorHandler(new SimpleSaxErrorHandler(LogFactory.getLog(Dom.class)));
      return builder.parse(source);
    } catch (SAXException | IOException e) {
      throw ErrorCode.SECURITY_FAILURE.refusal(
          "/", "The envelope cannot be read: " + e.getMessage());
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's parser cannot be used", e);
    }
  }

  static void remove(Node node) {
    Node parent = node.getParentNode();
    if (parent != null) {
      parent.removeChild(node);
    }
  }

  static boolean isNamed(Node node, String namespace, String name) {
    return namespace.equals(node.getNamespaceURI()) && name.equals(node.getLocalName());
  }

  /**
   * The canonical form of a tree or of a part of it.
   *
   * @param read bytes of the document that was read. Exclusive canonicalization declares a
   *     namespace anew for each element that uses it, so that a form could be a thousand times as
   *     long; signed envelopes are hardly longer than they came.
   */
  static byte[] canonical(Node node, String algorithm, @Nullable String prefixList, int read) {
    try {
      Bounded out = new Bounded(2 * read + ROOM);
      Canonicalizer canonicalizer = Canonicalizer.getInstance(algorithm);
      if (prefixList == null) {
        canonicalizer.canonicalizeSubtree(node, out);
      } else {
        canonicalizer.canonicalizeSubtree(node, prefixList, out);
      }
      return out.toByteArray();
    } catch (XMLSecurityException e) {
      throw XmlSignature.refused("Cannot be canonicalized: " + e.getMessage());
    }
  }

  private static final class Bounded extends ByteArrayOutputStream {
    private final int max;

    Bounded(int max) {
      super(4096);
      this.max = max;
    }

    @Override
    public synchronized void write(int b) {
      check(1);
      super.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      check(length);
      super.write(bytes, offset, length);
    }

    private void check(int more) {
      if (count + more > max) {
        throw XmlSignature.refused(
            "The canonical form of the envelope is much longer than the envelope");
      }
    }
  }
}
