-- How much of what an account may make in an hour is used up: it has all of it again at this time.
create table hourly_use (
  account_id bigint not null references account (id) on delete cascade,
  thing text not null,
  used_until text not null,
  primary key (account_id, thing)
) {{without_rowid}};
