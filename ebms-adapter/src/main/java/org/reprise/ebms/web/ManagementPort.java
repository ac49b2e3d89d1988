package org.reprise.ebms.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.reprise.kit.connections.TimedHttp11Protocol;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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
      factory.addContextValves(new PathsByPort());
      factory.addConnectorCustomizers(one -> {
        // When the first connector is customized, all customizers are known.
        if (!one.equals(connector)) {
          factory.getConnectorCustomizers().forEach(each -> each.customize(connector));
        }
      });
    };
  }

  // No filter: the one that takes messages comes before all others.
  private final class PathsByPort extends ValveBase {
    PathsByPort() {
      super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      boolean isManagement = request.getConnector().equals(connector);
      if (isManagement == request.getServletPath().equals("/ebms")) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
      } else {
        getNext().invoke(request, response);
      }
    }
  }
}
