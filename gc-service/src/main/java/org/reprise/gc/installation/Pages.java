package org.reprise.gc.installation;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import org.reprise.oslc.web.ListHeader;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Leads browsers from a resource to its page: they ask for HTML, where clients ask for RDF. */
public final class Pages {
  private static final String HTML = "text/html";

  private Pages() {}

  /** Returns whether a request prefers HTML to whatever else it takes. */
  public static boolean isPreferred(HttpServletRequest request) {
    String accept = ListHeader.of(request, HttpHeaders.ACCEPT);
    if (accept == null || !accept.contains(HTML)) {
      return false;
    }
    try {
      List<MediaType> accepted = MediaType.parseMediaTypes(accept);
      double best = accepted.stream().mapToDouble(MediaType::getQualityValue).max().orElse(0);
      return accepted.stream()
          .anyMatch(type ->
              best > 0
                  && type.getQualityValue() == best
                  && type.equalsTypeAndSubtype(MediaType.TEXT_HTML));
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  public static ResponseEntity<byte[]> redirect(String page) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(URI.create(page))
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
        .build();
  }
}
