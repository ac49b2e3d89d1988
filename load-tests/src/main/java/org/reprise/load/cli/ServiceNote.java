package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reprise.load.deploy.Secrets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code up} writes down of a service before it starts it, so that every later command knows
 * it, however it ends.
 *
 * @param port on 127.0.0.1
 * @param servers the addresses of the servers that it was told
 * @param remarks what its user should know of its settings, a line each
 */
record ServiceNote(int port, String username, String servers, List<String> remarks) {
  private static final JsonMapper JSON = JsonMapper.shared();

  static Optional<ServiceNote> read(Path file) {
    try {
      return Optional.of(JSON.readValue(file.toFile(), ServiceNote.class));
    } catch (JacksonException unknown) {
      return Optional.empty();
    }
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Secrets.write(file, JSON.writeValueAsString(this));
  }
}
