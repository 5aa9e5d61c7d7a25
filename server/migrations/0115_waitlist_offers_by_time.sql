-- The waitlist report counts the offers that were made in a period.
create index waitlist_offers_by_creation on waitlist_offers (business_id, created_at);
