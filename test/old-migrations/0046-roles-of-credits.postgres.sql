-- Whether somebody is one of the principals of a title is read from the index alone, without a page for each credit.
drop index credit_by_person;
create index credit_by_person on credit (person_id, kind, entity_id, credit_type, "order", job);
