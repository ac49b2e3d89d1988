package org.reprise.ebms.envelope;

import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bounds on the XML of an envelope, so that a small document cannot cost much. The bytes are
 * bounded where the message is read.
 *
 * @param depth how deep elements may be nested
 * @param attributes attributes of one element, and namespaces declared on it
 * @param elements elements of the whole envelope
 * @param nameLength characters of a name of an element
 * @param valueLength characters of an attribute's value, or of an element's text
 */
public record EnvelopeLimits(
    @DefaultValue("32") int depth,
    @DefaultValue("32") int attributes,
    @DefaultValue("2000") int elements,
    @DefaultValue("256") int nameLength,
    @DefaultValue("16384") int valueLength) {
  /** What is enough for envelopes of the captures' kind with hundreds of payloads. */
  public static final EnvelopeLimits DEFAULTS = new EnvelopeLimits(32, 32, 2000, 256, 16384);

  /** Refuses bounds under which no envelope could be read. */
  public EnvelopeLimits {
    new SettingBounds("reprise.ebms.envelope")
        .atLeast("depth", depth, 6)
        .atLeast("attributes", attributes, 4)
        .atLeast("elements", elements, 20)
        .atLeast("name-length", nameLength, 32)
        .atLeast("value-length", valueLength, 128);
  }
}
