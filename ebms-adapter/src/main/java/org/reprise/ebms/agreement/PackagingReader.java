package org.reprise.ebms.agreement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads how messages are packaged (CPPA 2.0, section 8.6), and finds what could not be sent or
 * read: here it is multipart/related, the envelope of text/xml first, payloads as they are.
 */
final class PackagingReader {
  private final Map<String, CpaElement> simpleParts = new HashMap<>();
  private final Map<String, CpaElement> packagings = new HashMap<>();
  private final Set<String> checked = new HashSet<>();

  PackagingReader(CpaElement root) {
    root.children("SimplePart").forEach(part -> put(simpleParts, part));
    root.children("Packaging").forEach(packaging -> put(packagings, packaging));
  }

  private void put(Map<String, CpaElement> into, CpaElement element) {
    String id = element.required("id");
    if (!id.isEmpty() && into.put(id, element) != null) {
      element.error("@id is there twice: " + id);
    }
  }

  /** Checks a reference to a Packaging; a document without any means the usual packaging. */
  void check(CpaElement at, String attribute) {
    String id = at.attribute(attribute);
    if (packagings.isEmpty() || id == null) {
      return;
    }
    CpaElement packaging = packagings.get(id);
    if (packaging == null) {
      at.error("@%s names no Packaging: %s".formatted(attribute, id));
    } else if (checked.add(id)) {
      check(packaging);
    }
  }

  private void check(CpaElement packaging) {
    CpaElement list = packaging.child("CompositeList");
    List<CpaElement> composites = list == null ? List.of() : list.children("Composite").toList();
    if (list == null || composites.isEmpty()) {
      packaging.error("CompositeList/Composite is missing");
      return;
    }
    Map<String, CpaElement> parts = new HashMap<>();
    composites.forEach(composite -> put(parts, composite));
    list.children("Encapsulation")
        .forEach(one ->
            one.error(
                "payloads wrapped as %s are not served".formatted(one.attribute("mimetype"))));
    composites.forEach(composite -> check(composite, parts));
  }

  private void check(CpaElement composite, Map<String, CpaElement> parts) {
    if (!"multipart/related".equalsIgnoreCase(composite.attribute("mimetype"))) {
      composite.error(
          "only multipart/related is served, was '%s'".formatted(composite.attribute("mimetype")));
    }
    List<CpaElement> constituents = composite.children("Constituent").toList();
    if (constituents.isEmpty()) {
      composite.error("Constituent is missing");
    }
    for (int i = 0; i < constituents.size(); i++) {
      CpaElement constituent = constituents.get(i);
      CpaElement part = part(constituent, parts);
      if (i == 0 && part != null && !"text/xml".equalsIgnoreCase(part.attribute("mimetype"))) {
        constituent.error(
            "the first part is the envelope, of text/xml, was '%s'"
                .formatted(part.attribute("mimetype")));
      }
    }
  }

  private @Nullable CpaElement part(CpaElement constituent, Map<String, CpaElement> parts) {
    String idref = constituent.attribute("idref");
    CpaElement part = idref == null ? null : parts.getOrDefault(idref, simpleParts.get(idref));
    if (part == null) {
      constituent.error("@idref names no part: " + idref);
    }
    return part;
  }
}
