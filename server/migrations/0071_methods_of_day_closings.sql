-- A day closing has amounts for the same methods that payments can have.

alter table day_closing_methods
  add constraint day_closing_methods_method_check
  check (method in ('card', 'cash', 'gift_card', 'package', 'membership', 'external'));
