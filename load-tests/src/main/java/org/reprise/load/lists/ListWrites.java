package org.reprise.load.lists;

import java.io.IOException;
import org.reprise.load.chaos.AcknowledgedWrites;

/** Lists, which nobody refreshes. */
record ListWrites(ListsApi api) implements AcknowledgedWrites {
  private static final String QUERY = "{\"item_status\": {\"$eq\": \"Available\"}}";

  @Override
  public String write(int number) throws IOException, InterruptedException {
    return api.createLists("Number " + number, 1, QUERY).getFirst() + " " + number;
  }

  @Override
  public void require(String key) throws IOException, InterruptedException {
    var id = key.substring(0, key.indexOf(' '));
    var name = api.value("lists/" + id, "/name");
    if (!name.startsWith("Number " + key.substring(id.length() + 1) + " ")) {
      throw new IOException("its name is " + name);
    }
  }

  @Override
  public void close() {
    api.close();
  }
}
