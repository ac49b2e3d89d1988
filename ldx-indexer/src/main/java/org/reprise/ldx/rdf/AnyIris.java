package org.reprise.ldx.rdf;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jena.irix.IRIException;
import org.apache.jena.irix.IRIProvider;
import org.apache.jena.irix.IRIx;
import org.jspecify.annotations.Nullable;

/**
 * IRIs as another provider reads them. One that it refuses is taken as it is written where it has a
 * scheme: a link with a blank or a lone percent sign in it must not cost the document. So is an
 * {@code http} or {@code https} one in which resolution would change nothing, which nearly all are:
 * reading each took a third of the time of a document.
 */
final class AnyIris implements IRIProvider {
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*+):");

  private final IRIProvider provider;

  AnyIris(IRIProvider provider) {
    this.provider = provider;
  }

  @Override
  public IRIx create(String text) {
    try {
      return new Iri(provider.create(text));
    } catch (IRIException e) {
      return asWritten(text, e);
    }
  }

  private static IRIx asWritten(String text, IRIException reason) {
    Matcher scheme = SCHEME.matcher(text);
    if (!scheme.lookingAt()) {
      throw reason;
    }
    return new Written(text, scheme.group(1).toLowerCase(Locale.ROOT));
  }

  /**
   * Whether resolution leaves it as it is written: it has a scheme and an authority (RFC 3986,
   * 5.2.2) and no segment that begins with a dot (5.2.4).
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

  /** One that the other provider reads. */
  private final class Iri extends IRIx {
    private final IRIx iri;

    Iri(IRIx iri) {
      super(iri.str());
      this.iri = iri;
    }

    @Override
    public boolean isAbsolute() {
      return iri.isAbsolute();
    }

    @Override
    public boolean isRelative() {
      return iri.isRelative();
    }

    @Override
    public boolean hasScheme(String scheme) {
      return iri.hasScheme(scheme);
    }

    @Override
    public @Nullable String scheme() {
      return iri.scheme();
    }

    @Override
    public boolean isReference() {
      return iri.isReference();
    }

    @Override
    public IRIx resolve(String other) {
      if (isWhole(other)) {
        return new Whole(other);
      }
      try {
        return new Iri(iri.resolve(other));
      } catch (IRIException e) {
        return asWritten(other, e);
      }
    }

    @Override
    public IRIx resolve(IRIx other) {
      return resolve(other.str());
    }

    @Override
    public IRIx normalize() {
      return new Iri(iri.normalize());
    }

    @Override
    public @Nullable IRIx relativize(IRIx other) {
      IRIx relative = other instanceof Iri one ? iri.relativize(one.iri) : null;
      return relative == null ? null : new Iri(relative);
    }

    @Override
    public boolean hasViolations() {
      return iri.hasViolations();
    }

    @Override
    public void handleViolations(BiConsumer<Boolean, String> handler) {
      iri.handleViolations(handler);
    }

    @Override
    public Object getImpl() {
      return iri.getImpl();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Iri one && iri.equals(one.iri);
    }

    @Override
    public int hashCode() {
      return iri.hashCode();
    }
  }

  /** One that nobody has read yet: most are never asked for more than their text. */
  private final class Whole extends IRIx {
    private @Nullable IRIx read;

    Whole(String text) {
      super(text);
    }

    private IRIx read() {
      IRIx known = read;
      if (known == null) {
        known = create(str());
        read = known;
      }
      return known;
    }

    @Override
    public boolean isAbsolute() {
      return read().isAbsolute();
    }

    @Override
    public boolean isRelative() {
      return false;
    }

    @Override
    public boolean hasScheme(String scheme) {
      return read().hasScheme(scheme);
    }

    @Override
    public @Nullable String scheme() {
      return read().scheme();
    }

    @Override
    public boolean isReference() {
      return true;
    }

    @Override
    public IRIx resolve(String other) {
      return isWhole(other) ? new Whole(other) : read().resolve(other);
    }

    @Override
    public IRIx resolve(IRIx other) {
      return resolve(other.str());
    }

    @Override
    public IRIx normalize() {
      return read().normalize();
    }

    @Override
    public @Nullable IRIx relativize(IRIx other) {
      return read().relativize(other);
    }

    @Override
    public boolean hasViolations() {
      return read().hasViolations();
    }

    @Override
    public void handleViolations(BiConsumer<Boolean, String> handler) {
      read().handleViolations(handler);
    }

    @Override
    public Object getImpl() {
      return read().getImpl();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Whole one && str().equals(one.str());
    }

    @Override
    public int hashCode() {
      return str().hashCode();
    }
  }

  /** One that the other provider refuses: nothing can be resolved against it. */
  private static final class Written extends IRIx {
    private final String scheme;

    Written(String text, String scheme) {
      super(text);
      this.scheme = scheme;
    }

    @Override
    public boolean isAbsolute() {
      return true;
    }

    @Override
    public boolean isRelative() {
      return false;
    }

    @Override
    public boolean hasScheme(String other) {
      return scheme.equalsIgnoreCase(other);
    }

    @Override
    public String scheme() {
      return scheme;
    }

    @Override
    public boolean isReference() {
      return true;
    }

    @Override
    public IRIx resolve(String other) {
      return asWritten(other, new IRIException("<%s> is no base".formatted(str())));
    }

    @Override
    public IRIx resolve(IRIx other) {
      return resolve(other.str());
    }

    @Override
    public IRIx normalize() {
      return this;
    }

    @Override
    public @Nullable IRIx relativize(IRIx other) {
      return null;
    }

    @Override
    public boolean hasViolations() {
      return true;
    }

    @Override
    public void handleViolations(BiConsumer<Boolean, String> handler) {
      handler.accept(false, "<%s> is taken as it is written".formatted(str()));
    }

    @Override
    public Object getImpl() {
      return str();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Written one && str().equals(one.str());
    }

    @Override
    public int hashCode() {
      return str().hashCode();
    }
  }
}
