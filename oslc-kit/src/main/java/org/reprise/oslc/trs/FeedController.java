package org.reprise.oslc.trs;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The tracked resource sets of a service, by the keys of their feeds. */
@RestController
@RequestMapping("/{key}/trs")
class FeedController {
  private final Feeds feeds;
  private final FeedAnswers answers;

  FeedController(Feeds feeds) {
    this.feeds = feeds;
    this.answers = new FeedAnswers(DataSize.ofMegabytes(16).toBytes());
  }

  @GetMapping
  ResponseEntity<byte[]> set(@PathVariable String key, HttpServletRequest request) {
    return answers.set(feeds.of(key).set(), request);
  }

  @GetMapping("/log/{segment}")
  ResponseEntity<byte[]> segment(
      @PathVariable String key, @PathVariable long segment, HttpServletRequest request) {
    return answers.segment(feeds.of(key).set(), segment, request);
  }

  @GetMapping("/base")
  ResponseEntity<Void> base(@PathVariable String key) {
    return answers.base(feeds.of(key).set());
  }

  @GetMapping("/base/{generation}/{page}")
  ResponseEntity<byte[]> page(
      @PathVariable String key,
      @PathVariable long generation,
      @PathVariable int page,
      HttpServletRequest request) {
    return answers.page(feeds.of(key).set(), generation, page, request);
  }
}
