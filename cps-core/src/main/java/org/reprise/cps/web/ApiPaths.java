package org.reprise.cps.web;

/** The paths of the API; the alternatives are the versions that answer, others are 404. */
public final class ApiPaths {
  public static final String ANY = "/cps/api/{version:v1|v2}";
  public static final String V1 = "/cps/api/v1";
  public static final String V2 = "/cps/api/v2";
  public static final String V3 = "/cps/api/v3";
  public static final String ANCHOR = "/dataspaces/{dataspace}/anchors/{anchor}";

  private ApiPaths() {}
}
