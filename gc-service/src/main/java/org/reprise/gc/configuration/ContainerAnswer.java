package org.reprise.gc.configuration;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.ResponseEntity;

/** Answers of containers, with the headers that Linked Data Platform 1.0 wants of them. */
public final class ContainerAnswer {
  private ContainerAnswer() {}

  /**
   * A page of a container.
   *
   * @param takesPost whether resources are created by it
   */
  public static ResponseEntity<byte[]> page(
      HttpServletRequest request, Statements page, boolean takesPost) {
    RdfFormat format = RdfAnswer.format(request);
    byte[] body = RdfWriter.write(page, format);
    return RdfAnswer.bytes(
        request,
        format,
        RdfWriter.etag(body, format),
        body,
        LdpContainer.BASIC.headers(takesPost ? LdpContainer.DOCUMENTS : List.of()));
  }
}
