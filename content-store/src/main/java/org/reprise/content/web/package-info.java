/** What all paths share: roles, errors, a connection, and what may stand in a path. */
@NullMarked
package org.reprise.content.web;

import org.jspecify.annotations.NullMarked;
