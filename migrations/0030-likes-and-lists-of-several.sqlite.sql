-- What people like, and lists that several people keep.

-- A review that an account likes. The review may be removed, and come back with what it was liked.
create table review_like (
  account_id bigint not null references account (id) on delete cascade,
  review_id text not null,
  created_at text not null,
  primary key (account_id, review_id)
) without rowid;
create index review_like_by_review on review_like (review_id, created_at);

-- A list that an account likes.
create table list_like (
  account_id bigint not null references account (id) on delete cascade,
  list_id integer not null references user_list (id) on delete cascade,
  created_at text not null,
  primary key (account_id, list_id)
) without rowid;
create index list_like_by_list on list_like (list_id, created_at);

-- Somebody who keeps a list together with its owner.
create table list_keeper (
  list_id integer not null references user_list (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  invited_at text not null,
  -- Null until they have accepted.
  accepted_at text,
  primary key (list_id, account_id)
) without rowid;
create index list_keeper_by_account on list_keeper (account_id, list_id);

-- Who added a title to a list; null where nobody knows.
alter table list_item add column added_by bigint references account (id) on delete set null;
-- The lists of a person that were changed last.
create index user_list_by_change on user_list (account_id, updated_at);
create index list_item_by_adder on list_item (added_by) where added_by is not null;
insert into sqlite_stat1 (tbl, idx, stat) values ('list_item', 'list_item_by_adder', '1000000 40 1 1 1');
insert into sqlite_stat1 (tbl, idx, stat) values ('user_list', 'user_list_by_change', '100000 4 1');
analyze sqlite_schema;
