-- A change of a block or of time off can name the version it is based on.
alter table blocks
add column version integer not null default 1;

alter table time_off
add column version integer not null default 1;

drop trigger audit on blocks;

drop trigger audit on time_off;

call audit_rows('blocks', 'block', 'id', 'id,version,created_at,updated_at');

call audit_rows('time_off', 'time_off', 'id', 'id,version,created_at,updated_at');
