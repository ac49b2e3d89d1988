package org.reprise.ldx.query;

import java.util.Map;
import java.util.Set;

/**
 * The answer to a query.
 *
 * @param links each once, however many versions have it
 * @param titles of resources that are indexed, where they were asked for
 */
record FoundLinks(Set<FoundLink> links, Map<String, String> titles) {}
