package org.reprise.trs.feed;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.oslc.trs.FeedAnswers;
import org.reprise.oslc.trs.TrackedResourceSet;
import org.reprise.trs.application.Applications;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The applications' tracked resource sets. */
@RestController
class FeedController {
  private final Applications applications;
  private final Feeds feeds;
  private final FeedAnswers answers;

  FeedController(Applications applications, Feeds feeds, FeedAnswers answers) {
    this.applications = applications;
    this.feeds = feeds;
    this.answers = answers;
  }

  @GetMapping("/{path}/trs")
  ResponseEntity<byte[]> set(@PathVariable String path, HttpServletRequest request) {
    return answers.set(named(path), request);
  }

  @GetMapping("/{path}/trs/log/{segment}")
  ResponseEntity<byte[]> segment(
      @PathVariable String path, @PathVariable long segment, HttpServletRequest request) {
    return answers.segment(named(path), segment, request);
  }

  @GetMapping("/{path}/trs/base")
  ResponseEntity<Void> base(@PathVariable String path) {
    return answers.base(named(path));
  }

  @GetMapping("/{path}/trs/base/{generation}/{page}")
  ResponseEntity<byte[]> page(
      @PathVariable String path,
      @PathVariable long generation,
      @PathVariable int page,
      HttpServletRequest request) {
    return answers.page(named(path), generation, page, request);
  }

  private TrackedResourceSet named(String path) {
    return feeds.of(applications.named(path)).set();
  }
}
