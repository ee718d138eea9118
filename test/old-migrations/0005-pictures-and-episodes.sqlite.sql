-- The best picture of a gallery is the first of this index that fits, so that nothing is sorted for it.
create index image_by_votes on image
  (kind, entity_id, gallery, vote_average desc, vote_count desc, file_path, iso_639_1);

-- The episodes of a series in the order in which they are shown, for the last one that is out and the next one.
create index episode_by_series on episode (series_id, air_date, season_number, episode_number);

insert into sqlite_stat1 (tbl, idx, stat) values
  ('image', 'image', '400000 50000 4 3 1'),
  ('image', 'image_by_votes', '400000 50000 4 3 1 1 1 1');

analyze sqlite_schema;
