package org.reprise.kit.limits;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A budget of bytes for what requests read: taken while a request is handled, by its own thread,
 * and given back when it is answered to the last byte.
 */
public final class RequestBudget extends OncePerRequestFilter {
  private final ByteBudget budget;
  private final ThreadLocal<ByteBudget.Share> ofRequest = new ThreadLocal<>();

  /** For a service that puts this filter before its controllers. */
  public RequestBudget(ByteBudget budget) {
    this.budget = budget;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (ByteBudget.Share share = budget.share()) {
      ofRequest.set(share);
      chain.doFilter(request, response);
    } finally {
      ofRequest.remove();
    }
  }

  /**
   * Takes so many bytes more for the request that this thread handles. A thread that handles none
   * takes nothing.
   *
   * @return false where they do not fit
   */
  public boolean take(long bytes) {
    ByteBudget.Share share = ofRequest.get();
    return share == null || share.add(bytes);
  }

  /** How many bytes all requests hold now. */
  public long held() {
    return budget.held();
  }
}
