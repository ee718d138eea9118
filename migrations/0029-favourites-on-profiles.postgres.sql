-- What people show on top of their profile.

-- The place of a favourite that a person shows on the profile; null: it is not shown there.
alter table favorite add column place integer;
create index favorite_on_profile on favorite (account_id, place) where place is not null;
