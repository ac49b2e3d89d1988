package org.reprise.trs.artifact;

/**
 * A link that an artifact stores.
 *
 * @param predicate URI of the link's kind
 * @param target URI of the other end
 */
public record Link(String predicate, String target) {}
