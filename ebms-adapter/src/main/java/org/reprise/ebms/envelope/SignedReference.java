package org.reprise.ebms.envelope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a signature says about one thing that was signed (XML Signature, section 4.4.3). An
 * acknowledgment repeats those of the message that it acknowledges, so that its own signature
 * covers them (ebMS 2.0, section 6.3.2.5).
 *
 * @param uri empty for the envelope, {@code cid:} and the Content-ID of a part for a payload
 * @param transforms what was done before digesting, in order
 * @param digestValue Base64, without white space
 */
public record SignedReference(
    String uri, List<Transform> transforms, String digestMethod, String digestValue) {
  /** The transform that leaves out the signature itself (XML Signature, section 6.6.4). */
  public static final String ENVELOPED = Namespaces.DS + "enveloped-signature";

  /** XPath filtering (XML Signature, section 6.6.3). */
  public static final String XPATH = "http://www.w3.org/TR/1999/REC-xpath-19991116";

  public static final String C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

  public static final String EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";

  /** The XPath filter: leaves out what is for a handler on the way (ebMS 2.0, 4.1.3). */
  public static final String NOT_ON_THE_WAY =
      "not(ancestor-or-self::node()[@soap:actor=\"%s\"] | ancestor-or-self::node()[@soap:actor=\"%s\"])"
          .formatted(Namespaces.ACTOR_NEXT_MSH, Namespaces.ACTOR_NEXT);

  /** A step before digesting; {@code prefixList} is of exclusive canonicalization. */
  public record Transform(String algorithm, @Nullable String prefixList) {}

  public SignedReference {
    transforms = List.copyOf(transforms);
  }

  /** Whether both say the same of the same thing; transforms are not compared, digests are. */
  public boolean agreesWith(SignedReference other) {
    return uri.equals(other.uri)
        && digestMethod.equals(other.digestMethod)
        && digestValue.equals(other.digestValue);
  }
}
