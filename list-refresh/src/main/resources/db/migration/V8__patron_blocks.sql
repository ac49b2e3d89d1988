-- What mod-feesfines keeps of a manual block besides its reason.
alter table patron_block
  add column code text,
  add column staff_information text,
  add column patron_message text;
