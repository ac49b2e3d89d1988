package org.reprise.ebms.send;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.reprise.ebms.packaging.Body;

/** A message that is written from where its payloads are kept, anew for each try. */
final class BodyEntity extends AbstractHttpEntity {
  private final Body body;

  BodyEntity(Body body) {
    super(ContentType.parse(body.contentType()), null, false);
    this.body = body;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public long getContentLength() {
    return body.length();
  }

  @Override
  public InputStream getContent() {
    throw new UnsupportedOperationException("a message is written, not read");
  }

  @Override
  public void writeTo(OutputStream to) throws IOException {
    body.writeTo(to);
  }

  @Override
  public boolean isStreaming() {
    return false;
  }

  @Override
  public void close() {}
}
