-- The titles that are offered in a country in one way, whoever offers them. The planner is told of 50 countries.
create index offer_by_type on offer (iso_3166_1, type, kind, entity_id);

insert into sqlite_stat1 (tbl, idx, stat) values ('offer', 'offer_by_type', '10000000 200000 40000 30000 2');

analyze sqlite_schema;
