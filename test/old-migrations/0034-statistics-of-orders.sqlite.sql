-- Orders of episodes and screenings, as migration 0003 tells SQLite's planner of other tables: three orders for each of
-- 10,000 series, and 200,000 episodes in cinemas.
insert into sqlite_stat1 (tbl, idx, stat) values
  ('episode_group', 'episode_group', '30000 30000 3 1'),
  ('episode_group', 'episode_group_by_id', '30000 1'),
  ('theatrical_screening', 'theatrical_screening', '200000 200000 4 1'),
  ('theatrical_screening', 'theatrical_screening_by_episode', '200000 1');

analyze sqlite_schema;
