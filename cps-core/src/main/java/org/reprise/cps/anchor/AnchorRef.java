package org.reprise.cps.anchor;

/**
 * Names an anchor.
 *
 * @param dataspace name of the dataspace
 * @param anchor name of the anchor, unique in it
 */
public record AnchorRef(String dataspace, String anchor) {}
