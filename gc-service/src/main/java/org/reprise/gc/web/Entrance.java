package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.Pages;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Leads people to the first page who know no more than where the service is. */
@RestController
class Entrance {
  private final ResourceUris uris;

  Entrance(ResourceUris uris) {
    this.uris = uris;
  }

  @GetMapping({"/", "/gc", "/gc/"})
  ResponseEntity<byte[]> enter(HttpServletRequest request) {
    if (Pages.isAskedFor(request)) {
      return Pages.redirect(uris.home());
    }
    throw Refusal.notFound(
        "Nothing is here but the way to the pages for people, in text/html. Programs begin at <%s>."
            .formatted(uris.base() + "/gc/rootservices"));
  }
}
