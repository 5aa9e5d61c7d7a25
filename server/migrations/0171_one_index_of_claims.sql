-- One index now holds the guard and finds the claims of a subject. Before, claims_by_subject had each claim a second time, because the
-- guard's index left out overbooked claims. Now it has them with a null in place of the unit, which equals no unit: the same pairs of
-- claims exclude each other as before.
alter table claims drop constraint claims_do_not_overlap;

drop index claims_by_subject;

alter table claims
add constraint claims_do_not_overlap exclude using gist (
  business_id with =,
  subject_id with =,
  during with &&,
  (case when not overbooked then unit end) with =
) deferrable initially immediate;
