package org.reprise.ldx.rdf;

import static org.reprise.oslc.rdf.RdfReader.withoutRemoteContexts;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.jena.atlas.io.PeekReader;
import org.apache.jena.datatypes.BaseDatatype;
import org.apache.jena.datatypes.RDFDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.iri3986.provider.IRIProvider3986;
import org.apache.jena.iri3986.provider.InitIRI3986;
import org.apache.jena.irix.IRIx;
import org.apache.jena.irix.IRIxResolver;
import org.apache.jena.irix.SystemIRIx;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.RDFParserBuilder;
import org.apache.jena.riot.lang.LangJSONLD11;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.FactoryRDFStd;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sys.JenaSystem;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.JsonValues;
import org.reprise.oslc.rdf.RdfFormat;

/**
 * Reads documents of other servers triple by triple, up to a limit. Nothing that a document refers
 * to is fetched. Unlike oslc-kit's reader, it accepts malformed URIs and takes literals as written.
 */
public final class RdfReader {
  /**
   * The most values that a JSON-LD document may have: those of a request for 10,000 resources, and
   * of a segment with 1,000 events, and twice that. Reading them takes some two seconds.
   */
  private static final int MAX_VALUES = 11_000;

  private static final int MAX_REASON = 300;

  // The terms of a document may be far longer than its text: a prefix or a base stands for most of
  // each.
  private static final long SMALL_TEXT = 1_000_000;
  private static final int EXPANSION = 4;
  private static final char BYTE_ORDER_MARK = '\ufeff';

  static {
    // The library's newer reader of IRIs: its older one took two fifths of the time of a document.
    InitIRI3986.init();
    SystemIRIx.setProvider(new LenientIris(new IRIProvider3986()));
  }

  private RdfReader() {}

  /** Prepares the library, which takes a second the first time. */
  public static void prepare() {
    JenaSystem.init();
  }

  /**
   * Reads a document.
   *
   * @param base the URI that relative ones are resolved against
   * @param each gets the triples in the document's order, also of one that turns out to be
   *     unreadable further on
   * @throws UnreadableRdf when it cannot be read to its end, or has too much
   */
  public static void read(
      byte[] document, RdfFormat format, String base, int max, Consumer<Triple> each)
      throws UnreadableRdf {
    RDFParserBuilder parser =
        source(document, format, base)
            .forceLang(format.lang())
            .factory(new Terms())
            // URIs are compared as they are written, well formed or not.
            .checking(false)
            // A URI that its scheme does not allow, such as urn:uuid:1, is only a warning.
            .errorHandler(ErrorHandlerFactory.errorHandlerIgnoreWarnings(null));
    try {
      if (format == RdfFormat.JSON_LD) {
        parser.set(LangJSONLD11.JSONLD_OPTIONS, withoutRemoteContexts());
        JsonValues.excess(document, MAX_VALUES)
            .ifPresent(excess -> {
              throw new LimitExceeded(excess);
            });
      }
      parser.parse(new Sink(max, SMALL_TEXT + (long) EXPANSION * document.length, each));
    } catch (LimitExceeded e) {
      throw new UnreadableRdf.TooLarge(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      throw new UnreadableRdf(reason(e), e);
    }
  }

  // The library takes a buffer of 256 KiB for bytes, however few they are, and none for a text of
  // its own class, which its newer methods do not take.
  @SuppressWarnings("deprecation")
  private static RDFParserBuilder source(byte[] document, RdfFormat format, String base) {
    if (format != RdfFormat.TURTLE) {
      return RDFParser.create().source(new ByteArrayInputStream(document)).base(base);
    }
    PeekReader text = PeekReader.readString(new String(document, StandardCharsets.UTF_8));
    if (text.peekChar() == BYTE_ORDER_MARK) {
      text.readChar();
    }
    // Not the base as a text, which the library checks for long.
    IRIxResolver resolver =
        IRIxResolver.create(IRIx.create(base)).resolve(true).allowRelative(false).build();
    return RDFParser.create().source(text).resolver(resolver);
  }

  private static String reason(Throwable thrown) {
    String message =
        thrown instanceof StackOverflowError ? "it is nested too deeply" : thrown.getMessage();
    return Texts.storable(message == null ? thrown.toString() : message, MAX_REASON);
  }

  // The values of literals are not used; that of an rdf:XMLLiteral took as long as a document.
  private static final class Terms extends FactoryRDFStd {
    @Override
    public Node createTypedLiteral(String text, RDFDatatype type) {
      return NodeFactory.createLiteralDT(text, new BaseDatatype(type.getURI()));
    }
  }

  private static final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    LimitExceeded(String excess) {
      super("it has " + excess);
    }
  }

  private static final class Sink extends StreamRDFBase {
    private final int max;
    private final long maxText;
    private final Consumer<Triple> each;
    private int triples;
    private long text;
    private @Nullable Node subject;

    Sink(int max, long maxText, Consumer<Triple> each) {
      this.max = max;
      this.maxText = maxText;
      this.each = each;
    }

    @Override
    public void triple(Triple triple) {
      if (++triples > max) {
        throw new LimitExceeded("more than %,d triples".formatted(max));
      }
      count(triple.getObject().isURI() ? triple.getObject().getURI() : "");
      if (!triple.getSubject().equals(subject)) {
        subject = triple.getSubject();
        count(subject.isURI() ? subject.getURI() : "");
      }
      each.accept(triple);
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

    private void count(String uri) {
      text += uri.length();
      if (text > maxText) {
        throw new LimitExceeded("more than %,d characters in its terms".formatted(maxText));
      }
    }
  }
}
