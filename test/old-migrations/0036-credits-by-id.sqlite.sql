-- A credit is found by its own id, too, whichever record it belongs to.
create index credit_by_id on credit (id);

insert into sqlite_stat1 (tbl, idx, stat) values ('credit', 'credit_by_id', '2000000 1');

analyze sqlite_schema;
