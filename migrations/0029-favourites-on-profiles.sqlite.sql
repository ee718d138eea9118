-- What people show on top of their profile.

-- The place of a favourite that a person shows on the profile; null: it is not shown there.
alter table favorite add column place integer;
create index favorite_on_profile on favorite (account_id, place) where place is not null;
-- Few favourites are shown, and each of them has a place of its own.
insert into sqlite_stat1 (tbl, idx, stat) values ('favorite', 'favorite_on_profile', '100000 4 1 1 1');
analyze sqlite_schema;
