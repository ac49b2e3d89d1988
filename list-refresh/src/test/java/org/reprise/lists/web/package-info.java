/** What holds for all bodies and answers. */
@NullMarked
package org.reprise.lists.web;

import org.jspecify.annotations.NullMarked;
