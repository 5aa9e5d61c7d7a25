-- One index now enforces the exclusion constraint and finds the claims of a subject. Before, the index claims_by_subject also
-- contained every claim, because the constraint's index left out overbooked claims. The new index contains overbooked claims
-- with null in place of the unit. Null equals no unit, so the constraint excludes the same pairs of claims as before.
alter table claims drop constraint claims_do_not_overlap;

drop index claims_by_subject;

alter table claims
add constraint claims_do_not_overlap exclude using gist (
  business_id with =,
  subject_id with =,
  during with &&,
  (case when not overbooked then unit end) with =
) deferrable initially immediate;
