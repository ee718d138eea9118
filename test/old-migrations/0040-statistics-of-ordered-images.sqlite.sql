-- The order of images, as migration 0003 tells SQLite's planner of other tables.
insert into sqlite_stat1 (tbl, idx, stat) values ('image', 'image_by_votes', '400000 50000 4 3 1 1 1 1 1');

analyze sqlite_schema;
