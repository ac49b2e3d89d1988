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
 * that the caller accepts, else in Turtle. A service with another form for some errors has a
 * primary bean that delegates the others to this one.
 */
public final class OslcErrorShape implements ErrorShape {
  private static final int MAX_LENGTH = 2_000;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}&&[^\\t\\n\\r]]|\\p{Cs}|[\\uFFFE\\uFFFF]");

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    RdfFormat format = format(ListHeader.of(request, HttpHeaders.ACCEPT));
    return new Body(
        format.contentType().toString(),
        new String(document(format, status, null, detail), StandardCharsets.UTF_8));
  }

  static RdfFormat format(@Nullable String accept) {
    return RdfFormat.accepted(accept).orElse(RdfFormat.TURTLE);
  }

  /** Cuts a message, and replaces the characters that XML 1.0 or PostgreSQL does not have. */
  public static String printable(String message) {
    String part = message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) + "…" : message;
    return UNPRINTABLE.matcher(part).replaceAll("?");
  }

  /** Returns an error's document; its identifier, which some standards give, may be null. */
  public static byte[] document(
      RdfFormat format, int status, @Nullable String identifier, String message) {
    var error = NodeFactory.createBlankNode();
    Statements statements =
        new Statements()
            .type(error, Vocabulary.OSLC.term("Error"))
            .text(error, Vocabulary.OSLC.term("statusCode"), Integer.toString(status))
            .text(error, Vocabulary.OSLC.term("message"), printable(message));
    if (identifier != null) {
      statements.text(error, Vocabulary.DCTERMS.term("identifier"), identifier);
    }
    return RdfWriter.write(statements, format);
  }
}
