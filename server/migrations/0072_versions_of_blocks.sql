-- A request that changes a block or time off can name the version on which it is based.
alter table blocks
add column version integer not null default 1;

alter table time_off
add column version integer not null default 1;

drop trigger audit on blocks;

drop trigger audit on time_off;

call audit_rows('blocks', 'block', 'id', 'id,version,created_at,updated_at');

call audit_rows('time_off', 'time_off', 'id', 'id,version,created_at,updated_at');
