-- Restricts the methods of day closings to the payment methods.

alter table day_closing_methods
  add constraint day_closing_methods_method_check
  check (method in ('card', 'cash', 'gift_card', 'package', 'membership', 'external'));
