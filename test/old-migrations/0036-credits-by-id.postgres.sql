-- A credit is found by its own id, too, whichever record it belongs to.
create index credit_by_id on credit (id);
