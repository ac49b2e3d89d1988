package org.reprise.ebms.packaging;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

final class ContentTypes {
  private static final Set<String> ENCODINGS =
      Set.of("UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "UTF-16BE", "UTF-16LE");

  private ContentTypes() {}

  static MimeType parse(@Nullable String header) {
    if (header == null || header.isBlank()) {
      throw unsupported("Content-Type is missing");
    }
    try {
      return MimeTypeUtils.parseMimeType(header);
    } catch (InvalidMimeTypeException e) {
      throw unsupported("Content-Type is not valid: " + e.getMessage());
    }
  }

  /** The encoding that a type names, null where it names none. */
  static @Nullable String encoding(MimeType type) {
    String charset = parameter(type, "charset");
    if (charset == null) {
      return null;
    }
    String name = charset.toUpperCase(Locale.ROOT);
    if (!ENCODINGS.contains(name)) {
      throw unsupported("charset '%s' is not supported".formatted(charset));
    }
    return name;
  }

  /** A parameter without quotes, null where there is none. */
  static @Nullable String parameter(MimeType type, String name) {
    String value = type.getParameter(name);
    if (value != null && value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
      return value.substring(1, value.length() - 1);
    }
    return value;
  }

  static RefusedMessage unsupported(String description) {
    return ErrorCode.MIME_PROBLEM.refusal(415, "Content-Type", description);
  }
}
