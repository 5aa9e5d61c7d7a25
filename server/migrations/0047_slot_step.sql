-- A slot step is 5 to 240 minutes, which limits the number of slots in a day and so the cost of a search. Existing steps
-- outside this range are set to the nearest bound.

update services
set slot_step_minutes = least(240, greatest(5, slot_step_minutes))
where slot_step_minutes not between 5 and 240;

alter table services
  drop constraint services_booking_rules_are_sound,
  add constraint services_booking_rules_are_sound check (
    min_notice_minutes >= 0
    and max_advance_days >= 0
    and (max_per_day is null or max_per_day >= 1)
  ),
  add constraint services_slot_step_is_sound check (slot_step_minutes between 5 and 240);
