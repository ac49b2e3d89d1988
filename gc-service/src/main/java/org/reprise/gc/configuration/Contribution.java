package org.reprise.gc.configuration;

import org.jspecify.annotations.Nullable;

/**
 * What one configuration contributes to another (OSLC Configuration Management 1.1,
 * "Contribution").
 *
 * @param slug the fragment of its URI, after the URI of the configuration that it belongs to
 * @param order {@code oslc_config:contributionOrder}: siblings are ordered by its code points
 * @param overrides the URI of the configuration whose place it takes; null for none
 */
public record Contribution(String slug, String order, Target target, @Nullable String overrides) {}
