package org.reprise.ebms.agreement;

import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.XsDateTime;

final class CpaValues {
  private final Findings findings;

  CpaValues(Findings findings) {
    this.findings = findings;
  }

  /** An attribute that is true or false; false where it is missing. */
  boolean flag(CpaElement element, String attribute) {
    String value = element.attribute(attribute);
    boolean set = "true".equals(value) || "1".equals(value);
    if (value != null && !set && !value.equals("false") && !value.equals("0")) {
      findings.error(element, "@%s is no boolean: '%s'".formatted(attribute, value));
    }
    return set;
  }

  /** The moment in an element; null where it holds none. */
  @Nullable Instant moment(@Nullable CpaElement element) {
    if (element == null) {
      return null;
    }
    Instant moment = XsDateTime.parse(element.text()).orElse(null);
    if (moment == null) {
      findings.error(element, "is no dateTime: '%s'".formatted(element.text()));
    }
    return moment;
  }

  /** An attribute of the type {@code perMessageCharacteristics.type}. */
  PerMessage perMessage(CpaElement element, String attribute) {
    return choice(
        element, attribute, PerMessage.values(), PerMessage::text, PerMessage.PER_MESSAGE);
  }

  /**
   * An attribute with few possible values.
   *
   * @param text the attribute's text for a value
   * @param otherwise where the attribute is missing; null where it must be there
   */
  <T> T choice(
      CpaElement element,
      String attribute,
      T[] values,
      Function<T, String> text,
      @Nullable T otherwise) {
    String value = element.attribute(attribute);
    for (T one : values) {
      if (text.apply(one).equals(value)) {
        return one;
      }
    }
    if (value != null || otherwise == null) {
      findings.error(
          element,
          value == null
              ? "@%s is missing".formatted(attribute)
              : "@%s has no known value: '%s'".formatted(attribute, value));
    }
    return otherwise == null ? values[0] : otherwise;
  }

  String required(CpaElement element, String attribute) {
    String value = element.attribute(attribute);
    if (value == null || value.isBlank()) {
      findings.error(element, "@%s is missing".formatted(attribute));
      return "";
    }
    return value;
  }

  /** A child that must be there; null where it is not. */
  @Nullable CpaElement requiredChild(CpaElement element, String name) {
    CpaElement child = element.child(name);
    if (child == null) {
      findings.error(element, name + " is missing");
    }
    return child;
  }
}
