package org.reprise.load.measure;

/** A window of the run, shaded on the charts. */
public record Stretch(String name, double fromSeconds, double toSeconds) {}
