package org.reprise.cps.anchor;

/** An anchor as the API shows it. */
public record Anchor(String name, String dataspaceName, String schemaSetName) {}
