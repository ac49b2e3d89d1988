package org.reprise.content.serve;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.reprise.content.object.Documents;
import org.reprise.content.object.Folders;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.NewDocument;
import org.reprise.content.object.Types;
import org.reprise.content.object.Version;
import org.reprise.content.rendition.Rendition;
import org.reprise.content.rendition.Renditions;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Received;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Documents by the ids of their versions, and their contents as they are. */
@RestController
@RequestMapping("/documents")
@KnownParametersOnly
class DocumentController {
  private final Documents documents;
  private final Contents contents;
  private final ContentResponse response;
  private final Renditions renditions;

  DocumentController(
      Documents documents, Contents contents, ContentResponse response, Renditions renditions) {
    this.documents = documents;
    this.contents = contents;
    this.response = response;
    this.renditions = renditions;
  }

  /** Stores the body as a new document; what is answered with 201 is on disk. */
  // The servlet container takes a body of this type for parameters: the content would be empty.
  @PostMapping(consumes = "!application/x-www-form-urlencoded")
  ResponseEntity<DocumentView> add(
      @RequestParam(required = false) UUID folder,
      @RequestParam String name,
      @RequestParam(defaultValue = Types.DOCUMENT) String type,
      HttpServletRequest request,
      Principal user)
      throws IOException {
    UUID parent = folder == null ? Folders.ROOT : folder;
    documents.requireVacant(parent, name, type);
    String given = request.getContentType();
    String mediaType =
        given == null || given.isBlank()
            ? MediaType.APPLICATION_OCTET_STREAM_VALUE
            : MediaType.parseMediaType(given).toString();
    if (request.getHeader(HttpHeaders.CONTENT_ENCODING) != null
        || mediaType.startsWith("multipart/form-data")) {
      throw new ResponseStatusException(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be the content as it is.");
    }
    Types.requireLength("media type", mediaType, NewContent.MAX_LENGTH);
    try (Received received =
        contents.receive(request.getInputStream(), Math.max(0, request.getContentLengthLong()))) {
      Version version =
          documents.create(
              NewDocument.of(parent, name, type),
              new NewContent(received, mediaType, name),
              user.getName());
      return ResponseEntity.created(URI.create("/documents/" + version.id()))
          .body(DocumentView.of(version));
    }
  }

  @GetMapping("/{id}")
  DocumentView get(@PathVariable UUID id) {
    return DocumentView.of(documents.require(id));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable UUID id) {
    documents.delete(id);
  }

  /** Sends the content, or the range of it that is asked for (RFC 9110, section 14). */
  @GetMapping("/{id}/content")
  void content(@PathVariable UUID id, HttpServletRequest request, HttpServletResponse answer)
      throws IOException {
    response.send(documents.content(id), request, answer);
  }

  @GetMapping("/{id}/renditions")
  List<Rendition> renditions(@PathVariable UUID id) {
    return Rendition.of(documents.require(id).content());
  }

  /** Returns a rendition by its stream id, and makes it where it is not there yet. */
  @GetMapping("/{id}/renditions/{streamId}")
  ResponseEntity<Resource> rendition(
      @PathVariable UUID id,
      @PathVariable String streamId,
      @RequestParam(defaultValue = "1") int page)
      throws IOException {
    return renditions.response(documents.require(id), streamId, page);
  }
}
