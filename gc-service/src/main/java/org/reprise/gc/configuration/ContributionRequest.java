package org.reprise.gc.configuration;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/**
 * A contribution as a request describes it.
 *
 * @param slug the fragment of its URI; null for one that the server chooses
 * @param target the URI of the contributed configuration
 * @param order {@code oslc_config:contributionOrder}, up to 256 ASCII characters
 * @param overrides the URI of the configuration whose place it takes; null for none
 */
public record ContributionRequest(
    @Nullable String slug, String target, String order, @Nullable String overrides) {
  private static final int MAX_ORDER_LENGTH = 256;

  // Documents of configurations call other nodes so: the entries that one resolves to (r1, r2, …),
  // and its creator.
  private static final Pattern SLUG =
      Pattern.compile("(?!r\\d+$|creator$)[A-Za-z][A-Za-z0-9_.-]{0,63}");

  /**
   * Checks the texts.
   *
   * @throws Refusal 400 if one cannot be stored
   */
  public ContributionRequest {
    if (slug != null && !SLUG.matcher(slug).matches()) {
      throw Refusal.invalid(
          "A contribution's URI ends with # and a letter, then up to 63 letters, digits, '_', '.'"
              + " and '-', but not with r and a number, or 'creator'; this one with '#"
              + slug
              + "'.");
    }
    if (order.length() > MAX_ORDER_LENGTH
        || !StandardCharsets.US_ASCII.newEncoder().canEncode(order)
        || !Texts.isStorable(order)) {
      throw Refusal.invalid(
          "oslc_config:contributionOrder has up to %d printable ASCII characters."
              .formatted(MAX_ORDER_LENGTH));
    }
    Texts.requireUri("oslc_config:configuration", target);
    if (overrides != null) {
      Texts.requireUri("oslc_config:overrides", overrides);
    }
  }

  public static ContributionRequest of(Contribution contribution) {
    return new ContributionRequest(
        contribution.slug(),
        contribution.target().uri(),
        contribution.order(),
        contribution.overrides());
  }
}
