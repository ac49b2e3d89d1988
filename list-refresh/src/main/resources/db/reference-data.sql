-- What every tenant has before its first record, without what an earlier start has added. The ids are those of
-- ReferenceData.id and the same in every tenant, so that generators and imports know them without asking.
insert into library (tenant, id, name, code)
values (:tenant, '563eea1b-9eae-3a8d-b86f-0051d4183490', 'main', 'main')
on conflict do nothing;
insert into location (tenant, id, library_id, name, code) values
  (:tenant, '4432828d-58d0-353b-927a-50720d1dae30', '563eea1b-9eae-3a8d-b86f-0051d4183490', 'main/stacks', 'main/stacks'),
  (:tenant, '95234654-ab50-3fb3-a0ed-c0b551806204', '563eea1b-9eae-3a8d-b86f-0051d4183490', 'main/annex', 'main/annex'),
  (:tenant, '3fe63c52-676c-3af9-a083-58a3d4b92699', '563eea1b-9eae-3a8d-b86f-0051d4183490', 'main/reserve', 'main/reserve')
on conflict do nothing;
insert into material_type (tenant, id, name) values
  (:tenant, 'da257f15-6fbf-36b7-8641-a735e91c410d', 'book'),
  (:tenant, 'ae714d39-8a81-3dff-b679-c3819c67e585', 'dvd'),
  (:tenant, '3d62b6a9-058a-3762-a408-36d144673ae9', 'journal')
on conflict do nothing;
insert into patron_group (tenant, id, name) values
  (:tenant, '9806e944-96ab-3871-b3ce-0a6e049e3c18', 'faculty'),
  (:tenant, '5014afce-4729-3844-b607-9112bd786db8', 'graduate'),
  (:tenant, '23059d04-76d8-3447-9902-e9897cc10691', 'staff'),
  (:tenant, 'da8056d0-dc5c-33a9-9196-de8a99151335', 'undergrad')
on conflict do nothing;
insert into service_point (tenant, id, name, code, pickup_location) values
  (:tenant, '684adf31-44cb-3716-ab74-6bb8859e2f85', 'Circ Desk 1', 'cd1', true),
  (:tenant, '7c85f62b-8205-3905-b631-176aa897dfba', 'Circ Desk 2', 'cd2', true),
  (:tenant, 'daf33e89-213b-394a-a843-b25756abef2d', 'Online', 'Online', false)
on conflict do nothing;
insert into loan_policy (tenant, id, name, loanable, period_days) values
  (:tenant, 'da1492a6-5007-3cac-bc2f-c48f68a537c3', 'Three weeks', true, 21),
  (:tenant, '56455760-007f-3217-94ec-2e25b06f07d9', 'Not loanable', false, 1)
on conflict do nothing;
insert into request_policy (tenant, id, name, request_types) values
  (:tenant, '9bfac292-598e-381f-b766-ec6bcad69b0d', 'Allow all', array['Hold', 'Page', 'Recall'])
on conflict do nothing;
insert into notice_policy (tenant, id, name) values
  (:tenant, '0d47ee6a-fe57-367a-a836-f43d6d7eb862', 'No notices')
on conflict do nothing;
insert into circulation_rule (tenant, id, loan_policy_id, request_policy_id, notice_policy_id) values
  (:tenant, '19a50030-bc6e-306c-9c63-4df9b4723f19', 'da1492a6-5007-3cac-bc2f-c48f68a537c3', '9bfac292-598e-381f-b766-ec6bcad69b0d', '0d47ee6a-fe57-367a-a836-f43d6d7eb862')
on conflict do nothing
