/** HTTP Basic or bearer tokens, roles by path, passwords, requests of other sites. */
@NullMarked
package org.reprise.kit.security;

import org.jspecify.annotations.NullMarked;
