-- What discover finds and sorts titles by. An index of facts has all that most filters look at, so that the rows of
-- titles, which are many and long, are not read: by id for what other indexes have found, by popularity for lists, and
-- for one of 128 titles as a sample, which tells how common something is.
create index movie_facts on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, substr(cast(origin_country as text), 1, 500));
create index movie_by_rank on movie (popularity desc, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_sample on movie (id, adult, video, vote_average, vote_count, runtime, original_language,
  release_date, popularity, substr(cast(origin_country as text), 1, 500)) where id % 128 = 5;
create index series_facts on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, substr(cast(origin_country as text), 1, 500),
  substr(cast(episode_run_time as text), 1, 500));
create index series_by_rank on series (popularity desc, id, adult, vote_average, vote_count, original_language, status,
  type, first_air_date, substr(cast(origin_country as text), 1, 500), substr(cast(episode_run_time as text), 1, 500));
create index series_sample on series (id, adult, vote_average, vote_count, original_language, status, type,
  first_air_date, popularity, substr(cast(origin_country as text), 1, 500),
  substr(cast(episode_run_time as text), 1, 500)) where id % 128 = 5;

-- Each order, and most of them find titles, too. A date that is not known is last when the oldest come first.
create index movie_by_vote_average on movie (vote_average, id);
create index movie_by_vote_count on movie (vote_count, id);
create index movie_by_revenue on movie (revenue, id);
create index movie_by_title on movie (substr(title, 1, 200), id);
create index movie_by_original_title on movie (substr(original_title, 1, 200), id);
create index movie_by_release_day on movie (release_date, id);
create index movie_by_known_release_day on movie
  ((case when release_date = '' then '9999' else release_date end), id);
create index movie_by_runtime on movie (runtime, id);
create index movie_by_original_language on movie (original_language, id);
create index movie_by_origin_country on movie (substr(cast(origin_country as text), 1, 500), id);

create index series_by_vote_average on series (vote_average, id);
create index series_by_vote_count on series (vote_count, id);
create index series_by_name on series (substr(name, 1, 200), id);
create index series_by_original_name on series (substr(original_name, 1, 200), id);
create index series_by_first_air_day on series (first_air_date, id);
create index series_by_known_first_air_day on series
  ((case when first_air_date = '' then '9999' else first_air_date end), id);
create index series_by_original_language on series (original_language, id);
create index series_by_origin_country on series (substr(cast(origin_country as text), 1, 500), id);
create index series_by_episode_run_time on series (substr(cast(episode_run_time as text), 1, 500), id);

-- Releases by country, type and day, and those that have a certification.
create index release_by_country on release_date (iso_3166_1, type, release_date, entity_id) where kind = 'movie';
create index release_by_certification on release_date (iso_3166_1, certification, entity_id)
  where kind = 'movie' and certification <> '';
