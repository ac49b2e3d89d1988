package org.reprise.load.lists;

import java.io.IOException;
import org.reprise.load.chaos.AcknowledgedWrites;

/** Lists, which nobody refreshes. */
record ListWrites(ListsApi api) implements AcknowledgedWrites {
  private static final String QUERY = "{\"item_status\": {\"$eq\": \"Available\"}}";

  @Override
  public String write(int number) throws IOException, InterruptedException {
    return api.createLists("Number " + number, 1, QUERY).getFirst();
  }

  @Override
  public void require(String id) throws IOException, InterruptedException {
    if (!api.value("lists/" + id, "/fqlQuery").equals(QUERY)) {
      throw new IOException("its query is another one");
    }
  }

  @Override
  public void close() {
    api.close();
  }
}
