-- The clocks of sandbox businesses, in which developers test an integration. A sandbox uses the time of its test clock and
-- sends only webhooks. A business is a sandbox if it has a test clock, which is created together with the business.
create table test_clocks (
  business_id uuid not null,
  -- The time of the sandbox, until the clock of the installation is later; null if the test clock has never been advanced.
  clock_at timestamptz,
  -- The instant to which a worker advances the clock; null if the clock is not being advanced.
  target_at timestamptz,
  -- The end of the lease of the worker that runs the sandbox's due jobs, by the database's clock.
  lease_until timestamptz,
  -- The last time at which a worker ran the sandbox's due jobs, by the database's clock.
  worked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint test_clocks_pkey primary key (business_id),
  constraint test_clocks_business_fkey foreign key (business_id) references businesses (id),
  constraint test_clocks_only_advance check (target_at > clock_at)
);

-- The clocks that a worker advances, or whose time may be ahead of the installation's.
create index test_clocks_at_work on test_clocks (worked_at nulls first, business_id)
where
  target_at is not null
  or clock_at is not null;

create trigger keep_updated_at before update on test_clocks
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

-- The e-mails and text messages of a sandbox are stored as simulated and never sent, regardless of the statement that inserts them.
alter table emails
drop constraint emails_status_is_known;

alter table emails
add constraint emails_status_is_known check (status in ('pending', 'sending', 'sent', 'failed', 'unknown', 'simulated'));

create function simulate_emails_of_sandboxes () returns trigger language plpgsql as $$
begin
  if exists (select from test_clocks where business_id = new.business_id) then
    new.status := 'simulated';
    new.due_at := null;
  end if;
  return new;
end
$$;

create trigger simulate_emails_of_sandboxes before insert on emails
  for each row when (new.business_id is not null) execute function simulate_emails_of_sandboxes ();
