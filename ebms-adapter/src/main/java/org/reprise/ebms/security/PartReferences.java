package org.reprise.ebms.security;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.SignedReference;
import org.reprise.ebms.packaging.ContentId;

/** References to payloads: each payload is covered once, and each reference names a payload. */
final class PartReferences {
  private PartReferences() {}

  /** The reference to a part; throws where there is none. */
  static SignedReference of(List<SignedReference> references, SignedPart part) {
    return references.stream()
        .filter(reference -> ContentId.isReferred(reference.uri(), part.contentId()))
        .findFirst()
        .orElseThrow(() ->
            ErrorCode.SECURITY_FAILURE.refusal(
                ContentId.SCHEME + part.contentId(),
                "The payload is not covered by the signature"));
  }

  static void check(List<SignedReference> references, List<SignedPart> parts, Content content) {
    Set<SignedPart> covered = new HashSet<>();
    for (SignedReference reference : references) {
      if (reference.uri().isEmpty()) {
        continue;
      }
      SignedPart part =
          parts.stream()
              .filter(one -> ContentId.isReferred(reference.uri(), one.contentId()))
              .findFirst()
              .orElseThrow(() ->
                  ErrorCode.SECURITY_FAILURE.refusal(
                      reference.uri(), "No payload has the Content-ID signed"));
      if (!covered.add(part)) {
        throw ErrorCode.SECURITY_FAILURE.refusal(
            reference.uri(), "The payload is referenced twice");
      }
    }
    if (content instanceof Content.Manifest manifest) {
      checkManifest(manifest, references);
    }
  }

  private static void checkManifest(Content.Manifest manifest, List<SignedReference> references) {
    Set<String> signed =
        references.stream()
            .map(reference -> ContentId.unescaped(reference.uri()))
            .collect(Collectors.toSet());
    for (Content.Reference reference : manifest.references()) {
      if (reference.href().startsWith(ContentId.SCHEME)
          && !signed.contains(ContentId.unescaped(reference.href()))) {
        throw ErrorCode.SECURITY_FAILURE.refusal(
            reference.href(), "The payload is not covered by the signature");
      }
    }
  }
}
