-- In which years a movie was released: one row for a dozen releases. `types` has a bit for each type of release in that
-- year, 1 << type, and bit 1 for the movie's own day; then the first and the last of these days, without the year.
create table release_year (
  movie_id integer not null references movie (id) on delete cascade,
  year text not null,
  types integer not null,
  first_day text not null,
  last_day text not null,
  primary key (movie_id, year)
) {{without_rowid}};
insert into release_year (movie_id, year, types, first_day, last_day)
  select movie_id, substr(day, 1, 4), sum(distinct bit), min(substr(day, 6, 5)), max(substr(day, 6, 5)) from (
    select entity_id as movie_id, release_date as day, 1 << type as bit from release_date where kind = 'movie'
    union all
    select id, release_date, 1 from movie where release_date <> ''
  ) as released group by movie_id, substr(day, 1, 4);
create index release_year_by_year on release_year (year, movie_id, types, first_day, last_day);
-- Discover read it, a dozen entries for a movie, where one row is enough now.
drop index release_by_year;
