package org.reprise.load.ebms;

import java.util.List;
import java.util.concurrent.Callable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.engine.Suite;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.ReferenceService;

/** An ebMS message handler, measured by the Digikoppeling performance test. */
public record EbmsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "ebms";
  }

  @Override
  public String title() {
    return "ebMS 2.0 message handler of Digikoppeling";
  }

  @Override
  public Baseline baseline() {
    return EbmsSuite.report();
  }

  @Override
  public ReferenceService service() {
    return EbmsService.SERVICE;
  }

  @Override
  public Suite suite() {
    return new EbmsSuite();
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new CpaCommand());
  }
}
