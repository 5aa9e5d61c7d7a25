-- The codes of two problems of import rows have new names.
update import_rows
set problems = replace(replace(problems::text, '"code": "cut"', '"code": "truncated"'), '"code": "shortened"', '"code": "rounded"')::jsonb
where problems::text like any (array['%"code": "cut"%', '%"code": "shortened"%']);
