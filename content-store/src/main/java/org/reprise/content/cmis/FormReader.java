package org.reprise.content.cmis;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.tomcat.util.http.fileupload.FileItemIterator;
import org.apache.tomcat.util.http.fileupload.FileItemStream;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.InvalidFileNameException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.apache.tomcat.util.http.fileupload.servlet.ServletRequestContext;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Types;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Received;
import org.reprise.kit.error.RefusedBody;
import org.reprise.kit.limits.ByteBudget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * Reads forms, URL-encoded or of parts (CMIS 1.1, section 5.4.4.1). The content goes to its storage
 * area as it comes, and is nowhere else: the servlet container would copy it, count no more than 50
 * parts where each property takes two, and begin the action when all is there.
 */
@Component
class FormReader {
  private static final Logger LOG = LoggerFactory.getLogger(FormReader.class);

  /** The most parts, and bytes of the names and values of all of them but the content. */
  private static final int MAX_PARTS = 2000;

  private static final int MAX_BYTES = 1024 * 1024;
  private static final int BLOCK = 8 * 1024;

  /** Bytes: the name of a file may have 255 characters, each encoded as up to twelve bytes. */
  private static final int MAX_PART_HEADER = 8 * 1024;

  private final Contents contents;
  private final ByteBudget budget;

  FormReader(Contents contents, ByteBudget budget) {
    this.contents = contents;
    this.budget = budget;
  }

  /** An action with its content. Closing it drops a content that no document has. */
  record Form(Parameters parameters, @Nullable NewContent content) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      drop(content);
    }
  }

  @FunctionalInterface
  interface Action<T> {
    T perform(Form form) throws IOException;
  }

  /**
   * Reads a form and performs its action. If that fails, the rest of the body is read and dropped:
   * a client that still sends would not see the answer.
   *
   * @param check rejects a content before it is received, by the parameters that came before it
   */
  <T> T read(HttpServletRequest request, Consumer<Parameters> check, Action<T> action)
      throws IOException {
    try {
      return perform(request, check, action);
    } catch (IOException | RuntimeException e) {
      try {
        request.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException | IllegalStateException gone) {
        LOG.debug("Cannot read the rest of a refused form", gone);
      }
      throw e;
    }
  }

  /**
   * Reads a form of fields alone and performs its action. The rest of a refused one is not read:
   * callers who may only read could send one without an end.
   */
  <T> T readFields(HttpServletRequest request, Action<T> action) throws IOException {
    return perform(
        request,
        _ -> {
          throw Kind.NOT_SUPPORTED.fault("No cmisaction for this address takes a content.");
        },
        action);
  }

  private <T> T perform(HttpServletRequest request, Consumer<Parameters> check, Action<T> action)
      throws IOException {
    try (ByteBudget.Share share = budget.share();
        Form form = read(request, check, share)) {
      return action.perform(form);
    }
  }

  private Form read(HttpServletRequest request, Consumer<Parameters> check, ByteBudget.Share share)
      throws IOException {
    Parameters parameters = Parameters.of(request.getParameterMap());
    String type = String.valueOf(request.getContentType());
    if (!type.regionMatches(true, 0, "multipart/", 0, "multipart/".length())) {
      return new Form(parameters, null);
    }
    NewContent content = null;
    try {
      int bytes = 0;
      int count = 0;
      FileItemIterator parts = parts(request);
      while (parts.hasNext()) {
        FileItemStream part = parts.next();
        String name = part.getFieldName();
        if (++count > MAX_PARTS) {
          throw Parameters.invalid("The form has more than %d parts.".formatted(MAX_PARTS));
        }
        if (name == null) {
          throw Parameters.invalid("A part of the form has no name.");
        }
        if (part.isFormField() && !name.equalsIgnoreCase("content")) {
          bytes += name.length();
          byte[] value = value(part, bytes, share);
          bytes += value.length;
          parameters.put(name, new String(value, StandardCharsets.UTF_8));
        } else if (content == null) {
          check.accept(parameters);
          content = content(part, Math.max(0, request.getContentLengthLong()));
        } else {
          throw Parameters.invalid("The form has more than one content.");
        }
      }
      return new Form(parameters, content);
    } catch (FileUploadException
        | MultipartStream.MalformedStreamException
        | InvalidFileNameException e) {
      drop(content);
      throw Parameters.invalid("The parts of the form cannot be read: " + e.getMessage());
    } catch (IOException | RuntimeException | Error e) {
      drop(content);
      throw e;
    }
  }

  private static void drop(@Nullable NewContent content) throws IOException {
    if (content != null) {
      content.received().close();
    }
  }

  private static FileItemIterator parts(HttpServletRequest request)
      throws IOException, FileUploadException {
    FileUpload upload = new FileUpload();
    upload.setHeaderEncoding(StandardCharsets.UTF_8.name());
    upload.setPartHeaderSizeMax(MAX_PART_HEADER);
    return upload.getItemIterator(new ServletRequestContext(request));
  }

  private static byte[] value(FileItemStream part, int bytesBefore, ByteBudget.Share share)
      throws IOException {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    byte[] block = new byte[BLOCK];
    // Not closed: that would read a refused part to its end.
    InputStream in = part.openStream();
    for (int read = 0; read >= 0; read = in.read(block)) {
      value.write(block, 0, read);
      requireRoom(bytesBefore + value.size(), share);
    }
    return value.toByteArray();
  }

  private static void requireRoom(int bytes, ByteBudget.Share share) throws IOException {
    if (bytes > MAX_BYTES) {
      throw new RefusedBody(
          HttpStatus.CONTENT_TOO_LARGE,
          "The form's fields have more than %d bytes.".formatted(MAX_BYTES));
    }
    if (!share.cover(bytes)) {
      throw new RefusedBody(
          HttpStatus.SERVICE_UNAVAILABLE,
          "The forms of other requests fill the memory that there is for them. Try again.");
    }
  }

  private NewContent content(FileItemStream part, long expected) throws IOException {
    String name = part.getName() == null ? "" : part.getName();
    Types.requireLength("file name", name, NewContent.MAX_LENGTH);
    try (InputStream in = part.openStream()) {
      Received received = contents.receive(in, expected);
      return new NewContent(received, mediaType(part.getContentType()), name);
    }
  }

  // It is sent back with the content, so it must be one.
  private static String mediaType(@Nullable String named) {
    try {
      return named == null || named.length() > NewContent.MAX_LENGTH
          ? MediaType.APPLICATION_OCTET_STREAM_VALUE
          : MediaType.parseMediaType(named).toString();
    } catch (InvalidMediaTypeException e) {
      return MediaType.APPLICATION_OCTET_STREAM_VALUE;
    }
  }
}
