-- Settings of the booking page. A business without a row has the defaults.
create table booking_pages (
  business_id uuid not null,
  texts jsonb not null,
  accent_color text not null,
  origins text[] not null,
  waitlist_mode text not null,
  updated_at timestamptz not null,
  constraint booking_pages_pkey primary key (business_id),
  constraint booking_pages_business_fkey foreign key (business_id) references businesses (id),
  constraint booking_pages_accent_is_a_color check (accent_color ~ '^#[0-9a-f]{6}$'),
  constraint booking_pages_waitlist_mode_is_known check (waitlist_mode in ('off', 'manual', 'automatic'))
);

call audit_rows('booking_pages', 'booking_page', 'business_id', 'updated_at');
