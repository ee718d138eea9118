-- The indexes that discover finds and sorts movies by have what most filters look at, too, so that a range of one is
-- enough to tell which of its movies fit. Those of titles only have what titles depend on.
drop index movie_by_vote_average;
drop index movie_by_vote_count;
drop index movie_by_revenue;
drop index movie_by_release_day;
drop index movie_by_runtime;
drop index movie_by_original_language;
drop index movie_by_origin_country;
drop index movie_by_title;
drop index movie_by_original_title;
drop index series_by_name;
drop index series_by_original_name;
create index movie_by_vote_average on movie (vote_average, id, adult, video, vote_count, runtime, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_vote_count on movie (vote_count, id, adult, video, vote_average, runtime, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_revenue on movie (revenue, id, adult, video, vote_average, vote_count, runtime,
  original_language, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_release_day on movie (release_date, id, adult, video, vote_average, vote_count, runtime,
  original_language, substr(cast(origin_country as text), 1, 500));
create index movie_by_runtime on movie (runtime, id, adult, video, vote_average, vote_count, original_language,
  release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_original_language on movie (original_language, id, adult, video, vote_average, vote_count,
  runtime, release_date, substr(cast(origin_country as text), 1, 500));
create index movie_by_origin_country on movie (substr(cast(origin_country as text), 1, 500), id, adult, video,
  vote_average, vote_count, runtime, original_language, release_date);
create index movie_by_title on movie (substr(title, 1, 200), id, adult, video, original_language,
  substr(cast(origin_country as text), 1, 500));
create index movie_by_original_title on movie (substr(original_title, 1, 200), id, adult, video, original_language,
  substr(cast(origin_country as text), 1, 500));
create index series_by_name on series (substr(name, 1, 200), id, adult, original_language,
  substr(cast(origin_country as text), 1, 500));
create index series_by_original_name on series (substr(original_name, 1, 200), id, adult, original_language,
  substr(cast(origin_country as text), 1, 500));

-- Releases by days, which are the beginnings of their moments, and by years in the order of ids: a movie has a dozen
-- releases in a year, which follow one another there. The same for episodes. Movies in cinemas need the moments, too.
create index release_by_day on release_date (iso_3166_1, type, substr(release_date, 1, 10), entity_id)
  where kind = 'movie';
create index release_by_year on release_date (substr(release_date, 1, 4), entity_id, type, substr(release_date, 6, 5))
  where kind = 'movie';
create index episode_by_air_year on episode (substr(air_date, 1, 4), series_id, substr(air_date, 6, 5))
  where air_date is not null;
