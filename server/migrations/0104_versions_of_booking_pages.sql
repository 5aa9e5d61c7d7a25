-- Changes to other data that the booking page shows also increment the version of the business's scheduling snapshot, because
-- the page cache stores rendered pages by this version.
create trigger raise_page_version after update of name, slug, type, locale on businesses
for each row execute function raise_snapshot_version ();

do $$
declare
  shown_table text;
begin
  foreach shown_table in array array['booking_pages', 'client_fields', 'service_categories']
  loop
    execute format(
      'create trigger raise_snapshot_version after insert or update or delete on %I for each row execute function raise_snapshot_version ()',
      shown_table
    );
  end loop;
end
$$;
