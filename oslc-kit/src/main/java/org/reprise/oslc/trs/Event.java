package org.reprise.oslc.trs;

/**
 * A change with its order.
 *
 * @param position its order, from 1 on without gaps
 * @param incarnation of the publisher that gave the order: positions are given again where a backup
 *     is restored, the pair is not
 * @param resource the URI of what changed
 */
public record Event(long position, long incarnation, Change change, String resource) {}
