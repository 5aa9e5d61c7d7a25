-- The promotion whose code the visitor entered; it is applied to the appointment that is booked from the hold.
alter table holds
add column promotion_id uuid,
add constraint holds_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id);
