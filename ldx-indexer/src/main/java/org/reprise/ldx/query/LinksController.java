package org.reprise.ldx.query;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Configurations;
import org.reprise.ldx.ownership.LinkType;
import org.reprise.ldx.ownership.LinkTypes;
import org.reprise.ldx.query.LinkQuery.Versions;
import org.reprise.ldx.query.Links.Link;
import org.reprise.ldx.query.Links.LinkResult;
import org.reprise.oslc.web.ContextUri;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Links as plain JSON, for people and dashboards. */
@RestController
record LinksController(
    LinkRequestReader reader, Links links, LinkTypes types, Configurations configurations) {
  /** A link as both of its ends show it; no inverse where no vocabulary names one. */
  record LinkView(
      String source,
      @Nullable String sourceTitle,
      String predicate,
      @Nullable String label,
      String target,
      @Nullable String targetTitle,
      @Nullable String inverse,
      @Nullable String inverseLabel) {}

  record LinksView(List<LinkView> links) {}

  @Operation(
      summary =
          "Links to resources, and from them where direction is 'any'; of all versions where"
              + " there is no configuration context")
  @Parameter(
      name = "resource",
      in = ParameterIn.QUERY,
      required = true,
      description = "a resource at an end of the links; may be there several times")
  @Parameter(
      name = "predicate",
      in = ParameterIn.QUERY,
      description = "as it is stored, or as it is shown; may be there several times")
  @Parameter(
      name = ContextUri.PARAMETER,
      in = ParameterIn.QUERY,
      description = "the stream or baseline whose versions count; or header Configuration-Context")
  @GetMapping("/ldx/links")
  LinksView links(
      HttpServletRequest request,
      @RequestParam(required = false) @Nullable String direction,
      @RequestParam(defaultValue = "false") boolean titles) {
    String context = ContextUri.of(request);
    LinkQuery query =
        reader.query(
            values(request, "resource"),
            values(request, "predicate"),
            direction == null ? Set.of() : Set.of(direction),
            context == null
                ? new Versions.AllVersions()
                : new Versions.Selected(configurations.known(context)),
            titles);
    return links.find(
        query,
        found -> new LinksView(found.links().stream().map(link -> shown(link, found)).toList()));
  }

  // Spring would take a comma in a URI for the end of it.
  private static Set<String> values(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    return values == null ? Set.of() : new LinkedHashSet<>(List.of(values));
  }

  private LinkView shown(Link link, LinkResult found) {
    LinkType type = types.of(link.predicate());
    return new LinkView(
        link.source(),
        found.titles().get(link.source()),
        link.predicate(),
        type == null ? null : type.label(),
        link.target(),
        found.titles().get(link.target()),
        type == null ? null : type.inverse(),
        type == null ? null : type.inverseLabel());
  }

  record IndexedTypes(List<LinkType> linkTypes) {}

  @Operation(summary = "The predicates that are indexed, each with the inverse that is shown")
  @GetMapping("/ldx/link-types")
  IndexedTypes linkTypes() {
    return new IndexedTypes(
        types.all().stream().sorted(Comparator.comparing(LinkType::predicate)).toList());
  }
}
