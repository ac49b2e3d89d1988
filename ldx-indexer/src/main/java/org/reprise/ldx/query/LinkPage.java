package org.reprise.ldx.query;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** A page with the links to and from a resource, of all versions or of a configuration's. */
@Hidden
@Controller
class LinkPage {
  private static final int MAX_ROWS = 500;

  private final LinksController links;

  LinkPage(LinksController links) {
    this.links = links;
  }

  @GetMapping(path = "/ldx/web/links", produces = MediaType.TEXT_HTML_VALUE)
  ModelAndView show(
      HttpServletRequest request,
      @RequestParam(defaultValue = "") String resource,
      @RequestParam(name = "oslc_config.context", defaultValue = "") String context) {
    ModelAndView page =
        new ModelAndView("links")
            .addObject("place", "links")
            .addObject("resource", resource)
            .addObject("context", context);
    if (resource.isBlank()) {
      return page;
    }
    List<LinksController.LinkView> found = links.links(request, "any", true).links();
    return page.addObject("total", found.size())
        .addObject("links", found.stream().limit(MAX_ROWS).toList());
  }
}
