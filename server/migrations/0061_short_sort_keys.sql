-- Sort keys of names have at most 128 bytes in UTF-8, so that a cursor with two of them stays short. The loop shortens longer
-- keys by one character at a time.
do $$
begin
  loop
    update clients
    set last_name_sort = case when octet_length(last_name_sort) > 128 then left(last_name_sort, -1) else last_name_sort end,
      first_name_sort = case when octet_length(first_name_sort) > 128 then left(first_name_sort, -1) else first_name_sort end
    where octet_length(last_name_sort) > 128
      or octet_length(first_name_sort) > 128;
    exit when not found;
  end loop;
end
$$;
