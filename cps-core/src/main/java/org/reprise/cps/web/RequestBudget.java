package org.reprise.cps.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A limit on the bytes that requests read, taken by a request's own thread and given back when its
 * response is sent.
 */
public final class RequestBudget extends OncePerRequestFilter {
  private final ByteBudget budget;
  private final ThreadLocal<ByteBudget.Share> ofRequest = new ThreadLocal<>();

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
   * Takes bytes for the request that this thread handles; does nothing on other threads.
   *
   * @return false where they do not fit
   */
  public boolean take(long bytes) {
    ByteBudget.Share share = ofRequest.get();
    return share == null || share.add(bytes);
  }

  /** Returns how many bytes all requests hold now. */
  public long held() {
    return budget.held();
  }
}
