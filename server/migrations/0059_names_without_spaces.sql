-- Names in Han, kana, Bopomofo and Hangul are written without spaces. A search therefore finds such a name by any part of the
-- first name, of the last name or of both joined. The server writes a client's search words with each change
-- (unspacedNames.ts); this migration adds the words of existing clients. From other scripts, the words contain only digits and
-- the letters a to z, so that a search also finds mixed names.

update clients
set search_words = search_words || (
  select array_to_tsvector(array_agg(distinct right(clients.business_id::text, 8) || substring(name from place for 24)))
  from (
      select
        regexp_replace(
          lower(normalize(normalize(coalesce(clients.last_name, ''), nfkc), nfkd)),
          '[^0-9a-z\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]',
          '',
          'g'
        ) as last,
        regexp_replace(
          lower(normalize(normalize(clients.first_name, nfkc), nfkd)),
          '[^0-9a-z\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]',
          '',
          'g'
        ) as first
    ) as folded
    cross join lateral (values (last || first), (first || last)) as names (name)
    cross join lateral generate_series(1, char_length(name)) as place
    cross join lateral (select substring(name from place for 1) as letter, substring(name from place - 1 for 1) as before) as here
  where place = 1
    or letter !~ '[0-9a-z\u1160-\u11ff\u30fc]'
    or (letter ~ '[0-9a-z]' and before !~ '[0-9a-z]')
)
where erased_at is null
  and octet_length(first_name || coalesce(last_name, '')) > char_length(first_name || coalesce(last_name, ''))
  and normalize(normalize(first_name || coalesce(last_name, ''), nfkc), nfkd)
    ~ '[\u1100-\u115f\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]';
