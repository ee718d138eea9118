-- Whether somebody is one of the principals of a title is read from the index alone, without a page for each credit.
drop index credit_by_person;
create index credit_by_person on credit (person_id, kind, entity_id, credit_type, "order", job);

delete from sqlite_stat1 where idx = 'credit_by_person';
insert into sqlite_stat1 (tbl, idx, stat) values ('credit', 'credit_by_person', '2000000 20 12 2 2 1 1');

analyze sqlite_schema;
