-- PostgreSQL reads what a filter looks at from an index alone only if it is a column: texts of lists are columns, which
-- indexes have in place of the expressions that they had.
drop index movie_by_rank,
  movie_by_vote_average,
  movie_by_vote_count,
  movie_by_revenue,
  movie_by_release_day,
  movie_by_runtime,
  movie_by_original_language,
  movie_by_origin_country,
  movie_by_title,
  movie_by_original_title,
  series_by_rank,
  series_by_episode_run_time,
  series_by_origin_country,
  series_by_name,
  series_by_original_name,
  movie_facts,
  series_facts,
  movie_sample,
  series_sample;

alter table movie add column origin_country_text text generated always as (
  substr(cast(origin_country as text), 1, 500)) stored;
alter table series add column origin_country_text text generated always as (
  substr(cast(origin_country as text), 1, 500)) stored,
  add column episode_run_time_text text generated always as (substr(cast(episode_run_time as text), 1, 500)) stored;

create index movie_by_rank on movie (popularity desc, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, origin_country_text);
create index movie_by_vote_average on movie (vote_average, id, adult, video, vote_count, runtime, original_language,
  release_date, origin_country_text);
create index movie_by_vote_count on movie (vote_count, id, adult, video, vote_average, runtime, original_language,
  release_date, origin_country_text);
create index movie_by_revenue on movie (revenue, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, origin_country_text);
create index movie_by_release_day on movie (release_date, id, adult, video, vote_average, vote_count, runtime,
  original_language, origin_country_text);
create index movie_by_runtime on movie (runtime, id, adult, video, vote_average, vote_count, original_language,
  release_date, origin_country_text);
create index movie_by_original_language on movie (original_language, id, adult, video, vote_average, vote_count,
  runtime, release_date, origin_country_text);
create index movie_by_origin_country on movie (origin_country_text, id, adult, video, vote_average, vote_count,
  runtime, original_language, release_date);
create index movie_by_title on movie (substr(title, 1, 200), id, adult, video, original_language,
  origin_country_text);
create index movie_by_original_title on movie (substr(original_title, 1, 200), id, adult, video, original_language,
  origin_country_text);
create index series_by_rank on series (popularity desc, id, adult, vote_average, vote_count, original_language,
  status, type, first_air_date, origin_country_text, episode_run_time_text);
create index series_by_episode_run_time on series (episode_run_time_text, id);
create index series_by_origin_country on series (origin_country_text, id);
create index series_by_name on series (substr(name, 1, 200), id, adult, original_language, origin_country_text);
create index series_by_original_name on series (substr(original_name, 1, 200), id, adult, original_language,
  origin_country_text);
create index movie_facts on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, origin_country_text);
create index series_facts on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, origin_country_text, episode_run_time_text);
create index movie_sample on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, origin_country_text) where id % 128 = 5;
create index series_sample on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, origin_country_text, episode_run_time_text) where id % 128 = 5;
