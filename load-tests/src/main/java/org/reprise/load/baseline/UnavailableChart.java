package org.reprise.load.baseline;

/** What the report draws or says without a number: listed, and never estimated. */
public record UnavailableChart(String title, String why) {}
