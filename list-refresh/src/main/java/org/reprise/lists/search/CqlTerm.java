package org.reprise.lists.search;

/**
 * One comparison of a query: a field equals a value.
 *
 * @param field the field's name as it was written, such as {@code status.name}
 * @param position where the comparison begins in the query, from 1
 * @param value what the field is compared with, without quotes and backslashes
 * @param prefix whether the field only begins with the value ({@code "Open*"})
 */
record CqlTerm(String field, int position, String value, boolean prefix) {}
