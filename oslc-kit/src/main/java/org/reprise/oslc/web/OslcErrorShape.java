package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.jena.graph.NodeFactory;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.springframework.http.HttpHeaders;

/**
 * Errors as {@code oslc:Error} (OSLC Core 3.0, Common Vocabulary, "Error Responses"), in the format
 * that the caller accepts, else in Turtle. A service that tells some errors otherwise has a primary
 * bean that asks this one for the rest.
 */
public final class OslcErrorShape implements ErrorShape {
  private static final int LONGEST = 2_000;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}&&[^\\t\\n\\r]]|\\p{Cs}|[\\uFFFE\\uFFFF]");

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    RdfFormat format = format(ListHeader.of(request, HttpHeaders.ACCEPT));
    return new Body(
        format.mediaType().toString(),
        new String(document(format, status, detail), StandardCharsets.UTF_8));
  }

  /** The format for an error's document. */
  static RdfFormat format(@Nullable String accept) {
    return RdfFormat.accepted(accept).orElse(RdfFormat.TURTLE);
  }

  // What XML 1.0 cannot tell, such as control characters of a document that is quoted.
  private static String printable(String message) {
    String part = message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message;
    return UNPRINTABLE.matcher(part).replaceAll("?");
  }

  static byte[] document(RdfFormat format, int status, String message) {
    var error = NodeFactory.createBlankNode();
    Statements statements =
        new Statements()
            .type(error, Vocabulary.OSLC.term("Error"))
            .text(error, Vocabulary.OSLC.term("statusCode"), Integer.toString(status))
            .text(error, Vocabulary.OSLC.term("message"), printable(message));
    return RdfWriter.write(statements, format);
  }
}
