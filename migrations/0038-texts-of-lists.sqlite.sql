-- PostgreSQL needs these columns in its indexes. SQLite, whose indexes have the expressions, computes them when asked.

-- The beginning of `origin_country` as a text, for indexes.
alter table movie add column origin_country_text text generated always as (
  substr(cast(origin_country as text), 1, 500)) virtual;

-- The beginning of `origin_country` as a text, for indexes.
alter table series add column origin_country_text text generated always as (
  substr(cast(origin_country as text), 1, 500)) virtual;
-- The beginning of `episode_run_time` as a text, for indexes.
alter table series add column episode_run_time_text text generated always as (
  substr(cast(episode_run_time as text), 1, 500)) virtual;
