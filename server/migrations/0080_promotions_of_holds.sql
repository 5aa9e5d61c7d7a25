-- The promotion whose code a visitor entered: the appointment that is booked from the hold gets the promotion.
alter table holds
add column promotion_id uuid,
add constraint holds_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id);
