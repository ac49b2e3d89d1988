package org.reprise.cps.web;

/**
 * The error body of ONAP CPS, kept for its clients instead of RFC 9457 problem details.
 *
 * @param status code and reason, for example {@code 409 CONFLICT}
 * @param message the error in a few words
 * @param details what was wrong and where
 */
public record ErrorMessage(String status, String message, String details) {}
