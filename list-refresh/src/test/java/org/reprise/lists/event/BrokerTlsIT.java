package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.ListsServer;

class BrokerTlsIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String PASSWORD = "secret of the store";

  @TempDir Path directory;

  /** It has a certificate that only the bundle trusts. */
  @Test
  void connectsToBrokerBySslBundle() throws Exception {
    Path store = keyStore();
    try (SSLServerSocket broker = broker(store);
        ListsServer _ =
            ListsServer.start(
                "--reprise.lists.roles=circulation",
                "--spring.kafka.bootstrap-servers=127.0.0.1:" + broker.getLocalPort(),
                "--spring.kafka.security.protocol=SSL",
                "--spring.kafka.ssl.bundle=broker",
                "--spring.ssl.bundle.jks.broker.truststore.location=" + store.toUri(),
                "--spring.ssl.bundle.jks.broker.truststore.password=" + PASSWORD)) {
      await().atMost(LIMIT).until(() -> isTrusted(broker));
    }
  }

  private static boolean isTrusted(SSLServerSocket broker) {
    try (SSLSocket connection = (SSLSocket) broker.accept()) {
      connection.startHandshake();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static SSLServerSocket broker(Path store) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    SSLServerSocket broker =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    broker.setSoTimeout((int) LIMIT.toMillis());
    return broker;
  }

  private Path keyStore() throws Exception {
    Path store = directory.resolve("broker.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=broker",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    return store;
  }
}
