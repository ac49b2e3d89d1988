package org.reprise.lyopeer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.eclipse.lyo.client.query.OslcQuery;
import org.eclipse.lyo.client.query.OslcQueryResult;

/**
 * Queries by Lyo's client each time a line comes in, and prints what it found, a line each: {@code
 * page NUMBER}, {@code member URI}, and {@code end} behind the last page.
 *
 * <p>Arguments: the URI of the query capability and the size of a page. The user and the password
 * come in as for {@link ReadFeed}.
 */
final class ReadQuery {
  private ReadQuery() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      OslcQueryResult page =
          new OslcQuery(ReadFeed.client(), arguments[0], Integer.parseInt(arguments[1])).submit();
      print(1, page);
      for (int number = 2; page.hasNext(); number++) {
        page = page.next();
        print(number, page);
      }
      System.out.println("end");
    }
  }

  private static void print(int number, OslcQueryResult page) {
    System.out.println("page " + number);
    for (String member : page.getMembersUrls()) {
      System.out.println("member " + member);
    }
  }
}
