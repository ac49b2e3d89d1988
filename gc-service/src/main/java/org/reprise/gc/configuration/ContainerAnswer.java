package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;

/** Answers of containers, with the headers that Linked Data Platform 1.0 wants of them. */
public final class ContainerAnswer {
  // Sections 4.2.1.4 and 5.2.1.4.
  private static final String TYPES =
      "<http://www.w3.org/ns/ldp#BasicContainer>; rel=\"type\","
          + " <http://www.w3.org/ns/ldp#Resource>; rel=\"type\"";

  // Section 7.1.
  private static final String ACCEPT_POST = "Accept-Post";

  private static final String READ = "text/turtle, application/rdf+xml, application/ld+json";

  private ContainerAnswer() {}

  /** A page of a container. */
  public static ResponseEntity<byte[]> page(HttpServletRequest request, Statements page) {
    RdfFormat format = RdfAnswer.format(request);
    byte[] body = RdfWriter.write(page, format);
    HttpHeaders headers = new HttpHeaders();
    headers.add(HttpHeaders.LINK, TYPES);
    return RdfAnswer.bytes(request, format, RdfWriter.etag(body, format), body, headers);
  }

  /**
   * What can be asked of a container.
   *
   * @param takesPost whether resources are created by it
   */
  public static ResponseEntity<Void> options(boolean takesPost) {
    var answer = ResponseEntity.ok().header(HttpHeaders.LINK, TYPES);
    return takesPost
        ? answer
            .header(ACCEPT_POST, READ)
            .allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.OPTIONS)
            .build()
        : answer.allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS).build();
  }
}
