-- What a key was applied for, how much it may ask, how long it lasts, and how much was asked with it.

-- Requests per second: null is what the plan allows, 0 no limit.
alter table api_key add column limit_per_second integer check (limit_per_second >= 0);
alter table api_key add column application_address text not null default '';
alter table api_key add column kind_of_use text not null default '';
alter table api_key add column summary text not null default '';
alter table api_key add column contact text not null default '';
alter table api_key add column terms_accepted_at text;
alter table api_key add column last_used_at text;
alter table api_key add column suspended_at text;
-- The key that took its place, and until when it is valid beside that one.
alter table api_key add column replaced_by bigint references api_key (id);
alter table api_key add column ends_at text;
-- The name as it is searched for.
alter table api_key add column folded_name text not null default '';

-- Keys of the command line had no limit before there were any.
update api_key set limit_per_second = 0 where account_id is null;
update api_key set folded_name = lower(name);

create index api_key_by_account on api_key (account_id);
create index api_key_by_name on api_key (folded_name);
create index api_key_by_last_four on api_key (last_four);
create index api_key_by_replacement on api_key (replaced_by);

create table key_usage (
  key_id bigint not null references api_key (id) on delete cascade,
  -- Of the world's time: YYYY-MM-DDTHH.
  hour text not null,
  requests bigint not null,
  -- How many of them were over the limit.
  refused bigint not null,
  primary key (key_id, hour)
) {{without_rowid}};
create index key_usage_by_hour on key_usage (hour);

-- What happened is stored, not the words for it: they are in the language of the person when they are read.
create table notification (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  at text not null,
  what text not null,
  about {{json}} not null,
  read_at text
);
create index notification_by_account on notification (account_id, id);
create index unread_notification on notification (account_id) where read_at is null;
