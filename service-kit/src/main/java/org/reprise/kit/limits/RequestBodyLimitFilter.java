package org.reprise.kit.limits;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.RefusedBody;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.PathContainer;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Limits request bodies, declared or streamed: reading past the limit, or the budget of all bodies,
 * fails with {@link RefusedBody} before the excess is in memory. That happens where the body is
 * read, hence not before the caller is authenticated.
 */
public final class RequestBodyLimitFilter extends OncePerRequestFilter {
  private final DataSize limit;
  private final ByteBudget budget;
  private final List<PathPattern> streamed;

  public RequestBodyLimitFilter(RequestBodySettings settings, ByteBudget budget) {
    this.limit = settings.maxRequestBody();
    this.budget = budget;
    this.streamed =
        settings.streamedBodies().stream().map(PathPatternParser.defaultInstance::parse).toList();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (isStreamed(request)) {
      chain.doFilter(request, response);
      return;
    }
    try (ByteBudget.Share share = budget.share()) {
      chain.doFilter(new Bounded(request, share), response);
    }
  }

  private static void cover(ByteBudget.Share share, long length) throws RefusedBody {
    if (!share.cover(length)) {
      throw new RefusedBody(
          HttpStatus.SERVICE_UNAVAILABLE,
          "The bodies of other requests fill the memory that there is for them. Try again.");
    }
  }

  private boolean isStreamed(HttpServletRequest request) {
    return streamed.stream()
        .anyMatch(pattern -> pattern.matches(PathContainer.parsePath(request.getRequestURI())));
  }

  private void requireLength(long length) throws RefusedBody {
    if (length > limit.toBytes()) {
      throw new RefusedBody(
          HttpStatus.CONTENT_TOO_LARGE,
          "The request body is longer than %d bytes.".formatted(limit.toBytes()));
    }
  }

  private final class Bounded extends HttpServletRequestWrapper {
    private final ByteBudget.Share share;

    Bounded(HttpServletRequest request, ByteBudget.Share share) {
      super(request);
      this.share = share;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      requireLength(getContentLengthLong());
      cover(share, getContentLengthLong());
      return new BoundedStream(super.getInputStream());
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
      coverParts();
      return super.getParts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
      coverParts();
      return super.getPart(name);
    }

    // The container reads them, as much as it allows where the length is unknown.
    private void coverParts() throws IOException {
      cover(share, getContentLengthLong() < 0 ? limit.toBytes() : getContentLengthLong());
    }

    @Override
    public BufferedReader getReader() throws IOException {
      String encoding = Objects.requireNonNullElse(getCharacterEncoding(), "UTF-8");
      return new BufferedReader(new InputStreamReader(getInputStream(), encoding));
    }

    private final class BoundedStream extends ServletInputStream {
      private final ServletInputStream body;
      private long read;

      BoundedStream(ServletInputStream body) {
        this.body = body;
      }

      @Override
      public int read() throws IOException {
        int one = body.read();
        count(one < 0 ? 0 : 1);
        return one;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int some = body.read(buffer, offset, length);
        count(Math.max(some, 0));
        return some;
      }

      private void count(int bytes) throws IOException {
        read += bytes;
        requireLength(read);
        cover(share, read);
      }

      @Override
      public boolean isFinished() {
        return body.isFinished();
      }

      @Override
      public boolean isReady() {
        return body.isReady();
      }

      @Override
      public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
      }
    }
  }
}
