package org.reprise.cps.anchor;

/** Names an anchor. */
public record AnchorRef(String dataspace, String anchor) {}
