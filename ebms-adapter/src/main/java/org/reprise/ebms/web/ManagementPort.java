package org.reprise.ebms.web;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetAddress;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.reprise.kit.limits.TimedHttp11Protocol;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * A second port, without TLS, for everything but {@code POST /ebms} ({@code
 * reprise.ebms.management.port}): so partners, who reach {@code server.port}, do not reach the
 * management API, its description and health.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("reprise.ebms.management.port")
class ManagementPort {
  private final Connector connector = new Connector(TimedHttp11Protocol.class.getName());

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> managementConnector(
      @Value("${reprise.ebms.management.port}") int port,
      @Value("${reprise.ebms.management.address:127.0.0.1}") InetAddress address) {
    return factory -> {
      connector.setPort(port);
      ((AbstractProtocol<?>) connector.getProtocolHandler()).setAddress(address);
      factory.addAdditionalConnectors(connector);
      factory.addConnectorCustomizers(one -> {
        // When the first connector is customized, all customizers are known.
        if (!one.equals(connector)) {
          factory.getConnectorCustomizers().forEach(each -> each.customize(connector));
        }
      });
    };
  }

  @Bean
  @FilterRegistration(order = Ordered.HIGHEST_PRECEDENCE)
  Filter partnersPort() {
    return (request, response, next) -> {
      if (request.getLocalPort() == connector.getLocalPort()
          || ((HttpServletRequest) request).getRequestURI().equals("/ebms")) {
        next.doFilter(request, response);
      } else {
        ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND);
      }
    };
  }
}
