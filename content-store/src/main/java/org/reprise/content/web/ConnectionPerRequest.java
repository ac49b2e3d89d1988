package org.reprise.content.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Binds one pooled connection to a whole request where the settings say so; statements and
 * transactions of the request use it. Administrators' requests take theirs as they need them, so
 * that they are answered while the pool is exhausted.
 */
@Component
class ConnectionPerRequest implements WebMvcConfigurer, HandlerInterceptor {
  private final DataSource pool;
  private final PoolSettings settings;

  ConnectionPerRequest(DataSource pool, PoolSettings settings) {
    this.pool = pool;
    this.settings = settings;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    if (settings.connectionHold() == PoolSettings.Hold.REQUEST) {
      registry.addInterceptor(this).excludePathPatterns("/admin/**");
    }
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    ConnectionHolder holder = new ConnectionHolder(DataSourceUtils.getConnection(pool));
    TransactionSynchronizationManager.bindResource(pool, holder);
    return true;
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception failure) {
    ConnectionHolder holder =
        (ConnectionHolder) TransactionSynchronizationManager.unbindResource(pool);
    DataSourceUtils.releaseConnection(holder.getConnection(), pool);
  }
}
