package org.reprise.load.ldx;

/**
 * What the users of a load do: each thinks, creates two artifacts and links them, again and again.
 *
 * @param scenario as the baseline calls it
 * @param from origin of the application with the artifact that holds the link
 * @param to origin of the other one
 * @param projects of each; a user works in one after another
 * @param arrivalMs from the coming of a user to that of the next one
 * @param thinkMs before each link
 */
record LinkLoad(
    String scenario, String from, String to, int projects, double arrivalMs, long thinkMs) {}
