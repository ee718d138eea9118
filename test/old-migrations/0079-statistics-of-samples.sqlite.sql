-- What discover reads of the titles of its sample, as migration 0003 tells SQLite's planner of other indexes.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('title_genre', 'title_genre_sample', '16000 8000 2 1'),
  ('title_keyword', 'title_keyword_sample', '25000 13000 5 1'),
  ('title_company', 'title_company_sample', '13000 6700 2 1'),
  ('title_network', 'title_network_sample', '1200 1200 1 1'),
  ('offer', 'offer_sample', '22000 11000 7 2 1 1'),
  ('release_date', 'release_date_sample', '110000 14 1 1 1 1');

analyze sqlite_schema;
