package org.reprise.ebms.security;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.SignedReference;

/** References to payloads: each payload is covered once, and each reference names a payload. */
final class PartReferences {
  private static final String CID = "cid:";

  private PartReferences() {}

  /** The reference to a part; throws where there is none. */
  static SignedReference of(List<SignedReference> references, SignedPart part) {
    return references.stream()
        .filter(reference -> names(reference.uri(), part))
        .findFirst()
        .orElseThrow(() ->
            SecurityFailures.at(
                CID + part.contentId(), "The payload is not covered by the signature"));
  }

  static void check(List<SignedReference> references, List<SignedPart> parts, Content content) {
    Set<SignedPart> covered = new HashSet<>();
    for (SignedReference reference : references) {
      if (reference.uri().isEmpty()) {
        continue;
      }
      SignedPart part =
          parts.stream()
              .filter(one -> names(reference.uri(), one))
              .findFirst()
              .orElseThrow(() ->
                  SecurityFailures.at(reference.uri(), "No payload has the Content-ID signed"));
      if (!covered.add(part)) {
        throw SecurityFailures.at(reference.uri(), "The payload is referenced twice");
      }
    }
    if (content instanceof Content.Manifest manifest) {
      checkManifest(manifest, references);
    }
  }

  private static void checkManifest(Content.Manifest manifest, List<SignedReference> references) {
    Set<String> signed =
        references.stream().map(reference -> decoded(reference.uri())).collect(Collectors.toSet());
    for (Content.Reference reference : manifest.references()) {
      if (reference.href().startsWith(CID) && !signed.contains(decoded(reference.href()))) {
        throw SecurityFailures.at(reference.href(), "The payload is not covered by the signature");
      }
    }
  }

  private static boolean names(String uri, SignedPart part) {
    return uri.equals(CID + part.contentId()) || decoded(uri).equals(CID + part.contentId());
  }

  // RFC 2392: a Content-ID in a URL is percent-encoded.
  private static String decoded(String uri) {
    try {
      return URLDecoder.decode(uri.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return uri;
    }
  }
}
