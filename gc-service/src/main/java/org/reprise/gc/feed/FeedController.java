package org.reprise.gc.feed;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedAnswers;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The tracked resource set of components and configurations. */
@RestController
class FeedController {
  private final Feed feed;
  private final FeedAnswers answers;

  FeedController(Feed feed, FeedAnswers answers) {
    this.feed = feed;
    this.answers = answers;
  }

  @GetMapping("/gc/trs")
  ResponseEntity<byte[]> set(HttpServletRequest request) {
    return answers.set(feed.set(), request);
  }

  @GetMapping("/gc/trs/log/{segment}")
  ResponseEntity<byte[]> segment(@PathVariable long segment, HttpServletRequest request) {
    return answers.segment(feed.set(), segment, request);
  }

  @GetMapping("/gc/trs/base")
  ResponseEntity<Void> base() {
    return answers.base(feed.set());
  }

  @GetMapping("/gc/trs/base/{generation}/{page}")
  ResponseEntity<byte[]> page(
      @PathVariable long generation, @PathVariable int page, HttpServletRequest request) {
    return answers.page(feed.set(), generation, page, request);
  }
}
