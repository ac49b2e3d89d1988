package org.reprise.gc.web;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.installation.Pages;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Redirects browsers from the service's address to the first page. */
@RestController
class EntryController {
  private final ResourceUris uris;

  EntryController(ResourceUris uris) {
    this.uris = uris;
  }

  @GetMapping({"/", "/gc", "/gc/"})
  ResponseEntity<byte[]> enter(HttpServletRequest request) {
    if (Pages.isPreferred(request)) {
      return Pages.redirect(uris.home());
    }
    throw Refusal.notFound(
        "Nothing is here but the way to the pages for people, in text/html. Programs begin at <%s>."
            .formatted(uris.base() + "/gc/rootservices"));
  }
}
