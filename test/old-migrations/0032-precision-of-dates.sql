-- How much of a date is known: '' and 'day' all of it, 'month' its month, 'year' its year. The rest of it is 01.
alter table movie add column release_date_precision text not null default '';
alter table series add column first_air_date_precision text not null default '';
alter table series add column last_air_date_precision text not null default '';
alter table season add column air_date_precision text not null default '';
alter table episode add column air_date_precision text not null default '';
alter table person add column birthday_precision text not null default '';
alter table person add column deathday_precision text not null default '';
