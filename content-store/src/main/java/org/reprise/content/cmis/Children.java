package org.reprise.content.cmis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folders;
import org.springframework.stereotype.Component;

/**
 * Pages of folders by the number of entries before them, which CMIS has instead of a cursor. The
 * name at the end of each page is remembered, so that the next one begins there and costs as much
 * as the first; who asks for a page without the one before it waits for the entries to be counted.
 */
@Component
class Children {
  private static final int MAX_PAGES = 20_000;
  private static final Duration MAX_AGE = Duration.ofMinutes(5);

  private final Folders folders;
  private final Cache<Place, String> lastNames =
      Caffeine.newBuilder().maximumSize(MAX_PAGES).expireAfterWrite(MAX_AGE).build();

  Children(Folders folders) {
    this.folders = folders;
  }

  private record Place(UUID folder, long count) {}

  record Page(List<? extends Entry> entries, boolean hasMore) {
    /** Returns the first of what was found, where one more was asked for than a page has. */
    static Page of(List<? extends Entry> found, int max) {
      boolean hasMore = found.size() > max;
      return new Page(hasMore ? found.subList(0, max) : found, hasMore);
    }
  }

  Page page(UUID folder, long skip, int max) {
    String after = "";
    if (skip > 0) {
      Optional<String> last =
          Optional.ofNullable(lastNames.getIfPresent(new Place(folder, skip)))
              .or(() -> folders.nameAt(folder, skip - 1));
      if (last.isEmpty()) {
        folders.require(folder);
        return new Page(List.of(), false);
      }
      after = last.get();
    }
    Page page = Page.of(folders.children(folder, after, max + 1), max);
    if (page.hasMore() && max > 0) {
      lastNames.put(new Place(folder, skip + max), page.entries().getLast().name());
    }
    return page;
  }
}
