package org.reprise.ebms.agreement;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/endpoint-mappings")
class EndpointMappingController {
  private final Agreements agreements;

  EndpointMappingController(Agreements agreements) {
    this.agreements = agreements;
  }

  /** Messages for {@code from} go to {@code to}. */
  record Mapping(URI from, URI to) {}

  @GetMapping
  List<Mapping> list() {
    return agreements.mappings().entrySet().stream()
        .map(entry -> new Mapping(entry.getKey(), entry.getValue()))
        .toList();
  }

  @PutMapping
  Mapping put(@RequestBody Mapping mapping) {
    check("from", mapping.from());
    check("to", mapping.to());
    agreements.map(mapping.from(), mapping.to());
    return mapping;
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@RequestParam URI from) {
    if (!agreements.unmap(from)) {
      throw new ErrorResponseException(
          HttpStatus.NOT_FOUND,
          ProblemDetail.forStatusAndDetail(
              HttpStatus.NOT_FOUND, "There is no mapping of %s.".formatted(from)),
          null);
    }
  }

  private static void check(String name, @org.jspecify.annotations.Nullable URI uri) {
    if (uri == null
        || uri.getHost() == null
        || uri.getUserInfo() != null
        || !Set.of("http", "https").contains(String.valueOf(uri.getScheme()))) {
      throw new ErrorResponseException(
          HttpStatus.BAD_REQUEST,
          ProblemDetail.forStatusAndDetail(
              HttpStatus.BAD_REQUEST,
              "'%s' must be an http or https URI with a host, was %s.".formatted(name, uri)),
          null);
    }
  }
}
