-- What SQLite's planner takes the tables of parts to be like, from the first record on: how many rows there are, and
-- how many have the same first column, first two columns and so on of an index. Without it a kind looks as rare as a
-- person, and what belongs to a person, a company or a genre is found by reading all entries of the kind.
analyze sqlite_schema;

insert into sqlite_stat1 (tbl, idx, stat) values
  ('credit', 'credit', '2000000 500000 12 1'),
  ('credit', 'credit_by_person', '2000000 20 12 2'),
  ('external_id', 'external_id', '2000000 400000 2 1'),
  ('external_id', 'external_id_by_value', '2000000 300000 1 1'),
  ('record', 'record', '3000000 400000 1'),
  ('record', 'record_by_edit', '3000000 1000'),
  ('review', 'review', '200000 100000 5 1'),
  ('review', 'review_by_account', '200000 10'),
  ('review', 'review_by_id', '200000 1'),
  ('title_company', 'title_company', '400000 200000 2 1'),
  ('title_company', 'title_company_by_company', '400000 10 8 1'),
  ('title_genre', 'title_genre', '400000 200000 2 1'),
  ('title_genre', 'title_genre_by_genre', '400000 8000 6000 1'),
  ('title_keyword', 'title_keyword', '1000000 500000 5 1'),
  ('title_keyword', 'title_keyword_by_keyword', '1000000 20 15 1'),
  ('title_network', 'title_network', '100000 100000 2 1'),
  ('title_network', 'title_network_by_network', '100000 50 50 1');

-- This connection reads them now, others when they see that the schema has changed.
analyze sqlite_schema;
