-- The months of a year in which a movie was released, a bit for each, 1 << month: they tell whether it has a release
-- between two days, and its releases are looked up only where a month is cut.
drop index release_year_by_year;
alter table release_year add column months integer not null default 0;
update release_year set months = (
  select coalesce(sum(distinct 1 << cast(substr(day, 6, 2) as integer)), 0) from (
    select r.release_date as day from release_date r where r.kind = 'movie' and r.entity_id = release_year.movie_id
    union all
    select m.release_date from movie m where m.id = release_year.movie_id and m.release_date <> ''
  ) as released where substr(day, 1, 4) = release_year.year
);
create index release_year_by_year on release_year (year, movie_id, types, months, first_day, last_day);

-- The same for series and their episodes. Discover read an index of all episodes, a dozen for a year.
create table air_year (
  series_id integer not null references series (id) on delete cascade,
  year text not null,
  months integer not null,
  first_day text not null,
  last_day text not null,
  primary key (series_id, year)
) {{without_rowid}};
insert into air_year (series_id, year, months, first_day, last_day)
  select series_id, substr(air_date, 1, 4), sum(distinct 1 << cast(substr(air_date, 6, 2) as integer)),
    min(substr(air_date, 6, 5)), max(substr(air_date, 6, 5))
  from episode where air_date is not null group by series_id, substr(air_date, 1, 4);
create index air_year_by_year on air_year (year, series_id, months, first_day, last_day);
drop index episode_by_air_year;

create index series_by_status on series (status, id);
create index series_by_type on series (type, id);

-- What belongs to the titles of the sample of discover, by which it tells how common something is: one title in 128 is
-- looked at, and in the tables themselves each look would read a page of a large file.
create index title_genre_sample on title_genre (kind, entity_id, genre_id) where entity_id % 128 = 5;
create index title_keyword_sample on title_keyword (kind, entity_id, keyword_id) where entity_id % 128 = 5;
create index title_company_sample on title_company (kind, entity_id, company_id) where entity_id % 128 = 5;
create index title_network_sample on title_network (kind, entity_id, network_id) where entity_id % 128 = 5;
create index offer_sample on offer (kind, entity_id, iso_3166_1, type, provider_id) where entity_id % 128 = 5;
create index release_date_sample on release_date
  (entity_id, iso_3166_1, type, substr(release_date, 1, 10), certification)
  where kind = 'movie' and entity_id % 128 = 5;
create index release_year_sample on release_year (movie_id, year, types, months, first_day, last_day)
  where movie_id % 128 = 5;
create index air_year_sample on air_year (series_id, year, months, first_day, last_day) where series_id % 128 = 5;
