package org.reprise.content.upload;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Folders;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.Types;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * tus 1.0.0: the core protocol and its extensions Creation, Termination, Checksum and Expiration.
 * Upload-Metadata names the document: {@code filename} (required), {@code filetype}, and {@code
 * folder} and {@code objectType} of a new one or the id of the {@code document} that gets a new
 * content. A complete upload has the document's address in Content-Location.
 */
@RestController
@RequestMapping("/uploads")
class UploadController {
  private static final String OFFSET = "Upload-Offset";
  private static final String METADATA = "Upload-Metadata";

  private final Uploads uploads;
  private final UploadSettings settings;

  UploadController(Uploads uploads, UploadSettings settings) {
    this.uploads = uploads;
    this.settings = settings;
  }

  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = {"", "/{id}"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  ResponseEntity<Void> options(HttpServletRequest request) {
    // Without these the servlet lists each method that HTTP has.
    boolean isUpload = request.getRequestURI().startsWith("/uploads/");
    return ResponseEntity.noContent()
        .header(HttpHeaders.ALLOW, isUpload ? "OPTIONS, HEAD, PATCH, DELETE" : "OPTIONS, POST")
        .header("Tus-Version", ProtocolFilter.VERSION)
        .header("Tus-Extension", "creation,termination,checksum,expiration")
        .header("Tus-Checksum-Algorithm", Checksum.ALGORITHMS)
        .header("Tus-Max-Size", Long.toString(settings.maxSize().toBytes()))
        .build();
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  ResponseEntity<Void> create(
      @RequestHeader(name = "Upload-Length", required = false) @Nullable Long length,
      @RequestHeader(name = METADATA, defaultValue = "") String metadata,
      Principal user)
      throws IOException {
    if (length == null || length < 0) {
      throw refused("Upload-Length has the number of bytes; it cannot be deferred.");
    }
    Map<String, String> values = metadata(metadata);
    String name = values.get("filename");
    if (name == null) {
      throw refused("Upload-Metadata has no filename.");
    }
    String mediaType = mediaType(values.get("filetype"));
    Types.requireLength("filename", name, NewContent.MAX_LENGTH);
    Types.requireLength("filetype", mediaType, NewContent.MAX_LENGTH);
    UUID document = id(values, "document");
    UUID folder = id(values, "folder");
    Upload upload =
        uploads.create(
            new Uploads.Target(
                document != null ? null : folder == null ? Folders.ROOT : folder,
                document,
                name,
                values.getOrDefault("objectType", Types.DOCUMENT),
                mediaType,
                metadata),
            length,
            user.getName());
    return state(ResponseEntity.created(URI.create("/uploads/" + upload.id())), upload).build();
  }

  private static @Nullable UUID id(Map<String, String> metadata, String key) {
    String id = metadata.get(key);
    try {
      return id == null ? null : UUID.fromString(id);
    } catch (IllegalArgumentException e) {
      throw refused("The " + key + " in Upload-Metadata is no id.");
    }
  }

  private static String mediaType(@Nullable String text) {
    try {
      return text == null || text.isBlank()
          ? MediaType.APPLICATION_OCTET_STREAM_VALUE
          : MediaType.parseMediaType(text).toString();
    } catch (IllegalArgumentException e) {
      throw refused("The filetype in Upload-Metadata is no media type.");
    }
  }

  // Pairs of a key and a value in Base64, with commas between.
  private static Map<String, String> metadata(String header) {
    Map<String, String> values = new HashMap<>();
    for (String pair : header.split(",")) {
      String[] parts = pair.strip().split(" +", 2);
      try {
        byte[] value = parts.length == 1 ? new byte[0] : Base64.getDecoder().decode(parts[1]);
        values.put(parts[0], new String(value, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw refused("The value of '" + parts[0] + "' in Upload-Metadata is not Base64.");
      }
    }
    if (values.toString().indexOf('\0') >= 0) {
      throw refused("Upload-Metadata has the character U+0000.");
    }
    return values;
  }

  @RequestMapping(method = RequestMethod.HEAD, path = "/{id}")
  ResponseEntity<Void> offset(@PathVariable UUID id, Principal user) {
    Upload upload = uploads.require(id, user.getName());
    return state(ResponseEntity.ok(), upload)
        .header("Upload-Length", Long.toString(upload.length()))
        .header(METADATA, upload.metadata())
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }

  @PatchMapping(path = "/{id}", consumes = "application/offset+octet-stream")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  ResponseEntity<Void> append(
      @PathVariable UUID id,
      @RequestHeader(name = OFFSET, required = false) @Nullable Long offset,
      @RequestHeader(name = "Upload-Checksum", required = false) @Nullable String checksum,
      HttpServletRequest request,
      Principal user)
      throws IOException {
    if (offset == null || offset < 0) {
      throw refused("Upload-Offset has the number of bytes that were received.");
    }
    Upload upload =
        uploads.append(
            id, offset, request.getInputStream(), Checksum.read(checksum), user.getName());
    return state(ResponseEntity.status(HttpStatus.NO_CONTENT), upload).build();
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable UUID id, Principal user) throws IOException {
    uploads.delete(id, user.getName());
  }

  private static <B extends ResponseEntity.HeadersBuilder<B>> B state(B response, Upload upload) {
    response
        .header(OFFSET, Long.toString(upload.received()))
        .headers(headers -> headers.setInstant("Upload-Expires", upload.expiresAt()));
    if (upload.document() != null) {
      response.header(HttpHeaders.CONTENT_LOCATION, "/documents/" + upload.document());
    }
    return response;
  }

  private static ResponseStatusException refused(String detail) {
    return new ResponseStatusException(HttpStatus.BAD_REQUEST, detail);
  }
}
