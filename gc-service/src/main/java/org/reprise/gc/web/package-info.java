/**
 * The pages for people: search, components, configurations as trees, and the forms that change
 * them.
 */
@NullMarked
package org.reprise.gc.web;

import org.jspecify.annotations.NullMarked;
