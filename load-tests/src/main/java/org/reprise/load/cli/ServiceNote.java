package org.reprise.load.cli;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What {@code up} writes down of a service before it starts it, so that every later command knows
 * it, however it ends.
 *
 * @param port on 127.0.0.1
 * @param username that it knows
 * @param servers the addresses of the servers that it was told
 * @param remarks what its user should know of its settings, a line each
 */
record ServiceNote(int port, String username, String servers, List<String> remarks) {
  /** Copies the remarks. */
  ServiceNote {
    remarks = List.copyOf(remarks);
  }

  /** Empty where there is none, or none that can be read. */
  static Optional<ServiceNote> read(Path file) throws IOException {
    var properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
      return Optional.of(
          new ServiceNote(
              Integer.parseInt(properties.getProperty("port", "")),
              properties.getProperty("username", LocalServices.USERNAME),
              properties.getProperty("servers", ""),
              properties.getProperty("remarks", "").lines().toList()));
    } catch (NoSuchFileException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  void write(Path file) throws IOException {
    var properties = new Properties();
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("username", username);
    properties.setProperty("servers", servers);
    properties.setProperty("remarks", String.join("\n", remarks));
    var text = new StringWriter();
    properties.store(text, null);
    Files.createDirectories(file.getParent());
    // A reader sees the old note or the new one, never half of it.
    var unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(unfinished, text.toString());
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
