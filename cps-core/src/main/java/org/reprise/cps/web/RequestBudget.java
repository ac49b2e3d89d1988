package org.reprise.cps.web;

import org.reprise.kit.limits.ByteBudget;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** A limit on the bytes that requests read; a request holds them until its response is sent. */
public final class RequestBudget {
  private static final String SHARE = RequestBudget.class.getName();

  private final ByteBudget budget;

  public RequestBudget(ByteBudget budget) {
    this.budget = budget;
  }

  /** Takes bytes for this thread's request, if it has one; false where they do not fit. */
  public boolean take(long bytes) {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    if (request == null) {
      return true;
    }
    var share = (ByteBudget.Share) request.getAttribute(SHARE, RequestAttributes.SCOPE_REQUEST);
    if (share == null) {
      share = budget.share();
      request.setAttribute(SHARE, share, RequestAttributes.SCOPE_REQUEST);
      request.registerDestructionCallback(SHARE, share::close, RequestAttributes.SCOPE_REQUEST);
    }
    return share.add(bytes);
  }

  public long held() {
    return budget.held();
  }
}
