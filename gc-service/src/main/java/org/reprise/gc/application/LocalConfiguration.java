package org.reprise.gc.application;

import org.jspecify.annotations.Nullable;

/**
 * A stream or baseline of an application that can be contributed, as far as it does not change.
 *
 * @param id the number of its row here
 * @param component the URI of its component
 * @param isBaseline whether it is one; streams and change sets are not
 * @param title what the application calls it
 * @param componentTitle what the application calls the component; null if it gives no title
 * @param overrides of a change set: the URI of the configuration that it changes; null for others
 * @param baselines of a stream: the URI of the container that creates its baselines; null for
 *     others
 */
public record LocalConfiguration(
    long id,
    String uri,
    String component,
    boolean isBaseline,
    String title,
    @Nullable String componentTitle,
    @Nullable String overrides,
    @Nullable String baselines) {}
