-- A sale line refers to the appointment item that it sells, and a promotion's line refers to its promotion. There is no
-- foreign key to the items, because a line remains when its item is deleted.
alter table sale_lines
add column item_id uuid,
add column promotion_id uuid,
add constraint sale_lines_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id),
add constraint sale_lines_only_services_have_an_item check (item_id is null or kind = 'service'),
add constraint sale_lines_only_discounts_have_a_promotion check (promotion_id is null or kind = 'discount');

-- Before this migration, a promotion's discount was always the last line of its sale.
update sale_lines as line
set promotion_id = sales.promotion_id
from sales
where sales.business_id = line.business_id
  and sales.id = line.sale_id
  and sales.promotion_id is not null
  and line.kind = 'discount'
  and line.staff_id is null
  and line.position = (
    select max(other.position)
    from sale_lines as other
    where other.business_id = line.business_id
      and other.sale_id = line.sale_id
  );
