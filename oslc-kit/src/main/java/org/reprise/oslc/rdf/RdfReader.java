package org.reprise.oslc.rdf;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFParserBuilder;
import org.apache.jena.riot.RiotParseException;
import org.apache.jena.riot.lang.LangJSONLD11;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.shared.JenaException;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

/** Reads documents that callers send, within bounds and without fetching anything. */
public final class RdfReader {
  /**
   * The content type of mappings that read documents: any but a form, which clients send where they
   * forget to name the type.
   */
  public static final String NO_FORM = "!application/x-www-form-urlencoded";

  /** The most statements that a document may have. */
  public static final int MAX_STATEMENTS = 10_000;

  /** The most values that a JSON-LD document may have. */
  static final int MAX_VALUES = 5_000;

  // The stored terms may be far longer than their text: a prefix stands for most of each.
  private static final long SMALL_TEXT = 8_000_000;
  private static final int EXPANSION = 4;

  private RdfReader() {}

  /** Returns options of JSON-LD that fetch no context from another server. */
  public static JsonLdOptions withoutRemoteContexts() {
    JsonLdOptions options =
        new JsonLdOptions((url, _) -> {
          throw new JsonLdError(
              JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED, "contexts are not fetched: " + url);
        });
    // The processor would drop statements with malformed URIs instead of rejecting them.
    options.setUriValidation(UriValidationPolicy.SchemeOnly);
    return options;
  }

  /**
   * Reads a document.
   *
   * @param contentType what the caller calls it
   * @param base for relative URIs
   * @throws Refusal 415 if the format is none that is read, 400 if the document is malformed (with
   *     line and column, where the parser knows them) or has too many statements
   */
  public static List<Triple> read(byte[] body, @Nullable String contentType, String base) {
    return read(body, contentType, base, MAX_STATEMENTS);
  }

  /** Reads a document of at most {@code max} statements. */
  public static List<Triple> read(byte[] body, @Nullable String contentType, String base, int max) {
    RdfFormat format =
        RdfFormat.ofContent(contentType)
            .orElseThrow(() ->
                new Refusal(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Send text/turtle, application/rdf+xml or application/ld+json, not %s."
                        .formatted(contentType == null ? "a body without a type" : contentType)));
    if (format == RdfFormat.RDF_XML) {
      XmlEntities.requireOwn(body);
    } else {
      // XML says its encoding itself; the other two have this one, and their parsers replace what
      // is not of it.
      requireUtf8(body);
    }
    if (format == RdfFormat.JSON_LD) {
      JsonValues.excess(body, MAX_VALUES)
          .ifPresent(excess -> {
            throw Refusal.invalid("The document has " + excess + ".");
          });
    }
    List<Triple> triples = new ArrayList<>();
    try {
      RDFParserBuilder.create()
          .source(new ByteArrayInputStream(body))
          .forceLang(format.lang())
          .base(base)
          .set(LangJSONLD11.JSONLD_OPTIONS, withoutRemoteContexts())
          .errorHandler(ErrorHandlerFactory.errorHandlerExceptionOnError())
          .parse(new Bounded(triples, max, SMALL_TEXT + (long) EXPANSION * body.length));
    } catch (RiotParseException e) {
      throw malformed(e.getOriginalMessage(), e.getLine(), e.getCol());
    } catch (JenaException e) {
      throw malformed(e.getMessage(), -1, -1);
    } catch (StackOverflowError e) {
      throw Refusal.invalid("The document is nested too deeply.");
    }
    return triples;
  }

  private static void requireUtf8(byte[] body) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
    } catch (CharacterCodingException e) {
      throw Refusal.invalid("The document is not UTF-8.");
    }
  }

  private static final class Bounded extends StreamRDFBase {
    private final List<Triple> triples;
    private final int max;
    private long text;

    Bounded(List<Triple> triples, int max, long text) {
      this.triples = triples;
      this.max = max;
      this.text = text;
    }

    // The parser keeps prefixes, which have the base before them, and each base the one before it.
    @Override
    public void base(String base) {
      count(base);
    }

    @Override
    public void prefix(String prefix, String uri) {
      count(uri);
    }

    private void count(String added) {
      text -= added.length();
      if (text < 0) {
        throw Refusal.invalid("The URIs of the document are too long together.");
      }
    }

    @Override
    public void triple(Triple triple) {
      if (triples.size() == max) {
        throw Refusal.invalid("The document has more than %,d statements.".formatted(max));
      }
      count(triple.toString());
      triples.add(triple);
    }
  }

  /** Returns 400; a negative line means unknown. */
  static Refusal malformed(@Nullable String message, long line, long column) {
    return Refusal.invalid(
        line < 0
            ? "The document cannot be read: " + message
            : "Line %d, column %d: %s".formatted(line, column, message));
  }
}
