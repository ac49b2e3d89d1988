package org.reprise.gc.installation;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.reprise.oslc.web.ListHeader;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Leads browsers from a resource to its page: they ask for HTML, where clients ask for RDF. */
public final class Pages {
  private Pages() {}

  /** Returns whether a request prefers HTML to whatever else it takes. */
  public static boolean isPreferred(HttpServletRequest request) {
    return ListHeader.prefers(request, MediaType.TEXT_HTML);
  }

  public static ResponseEntity<byte[]> redirect(String page) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER).location(URI.create(page)).build();
  }
}
