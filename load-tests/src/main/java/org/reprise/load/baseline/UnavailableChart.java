package org.reprise.load.baseline;

/**
 * A drawing of the report whose numbers its text does not give. It is listed and never estimated.
 *
 * @param title what it shows
 * @param why why its numbers are not here
 */
public record UnavailableChart(String title, String why) {}
