package org.reprise.ldx.rdf;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jena.irix.IRIException;
import org.apache.jena.irix.IRIProvider;
import org.apache.jena.irix.IRIx;
import org.jspecify.annotations.Nullable;

/**
 * IRIs as another provider reads them. One that it refuses is taken as it is written where it has a
 * scheme: a link with a blank or a lone percent sign in it must not cost the document. An {@code
 * http} or {@code https} one in which resolution would change nothing, which nearly all are, is
 * read only when somebody asks for more than its text: reading each took a third of the time of a
 * document.
 */
final class AnyIris implements IRIProvider {
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*+):");

  private final IRIProvider provider;

  AnyIris(IRIProvider provider) {
    this.provider = provider;
  }

  @Override
  public IRIx create(String text) {
    return read(text, () -> provider.create(text));
  }

  private IRIx read(String text, Supplier<IRIx> reader) {
    if (isWhole(text)) {
      return new Iri(text, null);
    }
    try {
      IRIx iri = reader.get();
      return new Iri(iri.str(), iri);
    } catch (IRIException e) {
      if (SCHEME.matcher(text).lookingAt()) {
        return new Iri(text, null);
      }
      throw e;
    }
  }

  /**
   * Returns whether resolution leaves a text as it is written: it has a scheme and an authority
   * (RFC 3986, 5.2.2) and no segment that begins with a dot (5.2.4).
   */
  private static boolean isWhole(String text) {
    return (text.startsWith("http://") || text.startsWith("https://")) && !text.contains("/.");
  }

  @Override
  public void check(String text) {
    create(text);
  }

  @Override
  public void strictMode(String scheme, boolean isStrict) {
    provider.strictMode(scheme, isStrict);
  }

  @Override
  public boolean isStrictMode(String scheme) {
    return provider.isStrictMode(scheme);
  }

  private final class Iri extends IRIx {
    private @Nullable IRIx iri;
    private boolean isRead;

    Iri(String text, @Nullable IRIx iri) {
      super(text);
      this.iri = iri;
      this.isRead = iri != null;
    }

    // Null for one that the other provider refuses.
    private @Nullable IRIx iri() {
      if (!isRead) {
        isRead = true;
        try {
          iri = provider.create(str());
        } catch (IRIException e) {
          iri = null;
        }
      }
      return iri;
    }

    private <T> T ask(Function<IRIx, T> question, T asWritten) {
      IRIx known = iri();
      return known == null ? asWritten : question.apply(known);
    }

    @Override
    public boolean isAbsolute() {
      return ask(IRIx::isAbsolute, true);
    }

    @Override
    public boolean isRelative() {
      return !isWhole(str()) && ask(IRIx::isRelative, false);
    }

    @Override
    public boolean isReference() {
      return isWhole(str()) || ask(IRIx::isReference, true);
    }

    @Override
    public boolean hasScheme(String scheme) {
      return scheme.equalsIgnoreCase(scheme());
    }

    @Override
    public @Nullable String scheme() {
      Matcher scheme = SCHEME.matcher(str());
      return scheme.lookingAt() ? scheme.group(1).toLowerCase(Locale.ROOT) : null;
    }

    @Override
    public IRIx resolve(String other) {
      IRIx base = isWhole(other) ? null : iri();
      return base == null ? create(other) : read(other, () -> base.resolve(other));
    }

    @Override
    public IRIx resolve(IRIx other) {
      return resolve(other.str());
    }

    @Override
    public IRIx normalize() {
      return ask(IRIx::normalize, this);
    }

    @Override
    public @Nullable IRIx relativize(IRIx other) {
      IRIx from = iri();
      IRIx to = other instanceof Iri one ? one.iri() : null;
      return from == null || to == null ? null : from.relativize(to);
    }

    @Override
    public boolean hasViolations() {
      return ask(IRIx::hasViolations, true);
    }

    @Override
    public void handleViolations(BiConsumer<Boolean, String> handler) {
      IRIx known = iri();
      if (known == null) {
        handler.accept(false, "<%s> is taken as it is written".formatted(str()));
      } else {
        known.handleViolations(handler);
      }
    }

    @Override
    public Object getImpl() {
      return ask(IRIx::getImpl, str());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Iri one && str().equals(one.str());
    }

    @Override
    public int hashCode() {
      return str().hashCode();
    }
  }
}
