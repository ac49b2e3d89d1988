package org.reprise.kit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds request bodies, declared or streamed: reading past the bound fails with {@link
 * RequestBodyTooLarge}, before the excess is held in memory.
 */
final class RequestBodyLimitFilter extends OncePerRequestFilter {
  private final DataSize limit;

  RequestBodyLimitFilter(DataSize limit) {
    this.limit = limit;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(new Bounded(request, limit), response);
  }

  private static final class Bounded extends HttpServletRequestWrapper {
    private final DataSize limit;

    Bounded(HttpServletRequest request, DataSize limit) {
      super(request);
      this.limit = limit;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      if (getContentLengthLong() > limit.toBytes()) {
        throw new RequestBodyTooLarge(limit);
      }
      return new BoundedStream(super.getInputStream(), limit);
    }

    @Override
    public BufferedReader getReader() throws IOException {
      String encoding = getCharacterEncoding();
      Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
      return new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }
  }

  private static final class BoundedStream extends ServletInputStream {
    private final ServletInputStream body;
    private final DataSize limit;
    private long read;

    BoundedStream(ServletInputStream body, DataSize limit) {
      this.body = body;
      this.limit = limit;
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

    private void count(int bytes) throws RequestBodyTooLarge {
      read += bytes;
      if (read > limit.toBytes()) {
        throw new RequestBodyTooLarge(limit);
      }
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
