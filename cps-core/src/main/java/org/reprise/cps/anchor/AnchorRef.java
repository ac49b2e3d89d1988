package org.reprise.cps.anchor;

public record AnchorRef(String dataspace, String anchor) {}
