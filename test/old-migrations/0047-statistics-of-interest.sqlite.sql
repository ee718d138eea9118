-- What is counted, as migration 0003 tells SQLite's planner of other tables. Without it, the planner reads all that was
-- asked for to write some of it.
insert into sqlite_stat1 (tbl, idx, stat) values ('interest', 'interest', '1500000 500000 1');

analyze sqlite_schema;
