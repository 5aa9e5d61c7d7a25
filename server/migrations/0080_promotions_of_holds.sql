-- The promotion whose code a visitor entered: the appointment that is booked of the hold gets it.
alter table holds
add column promotion_id uuid,
add constraint holds_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id);
