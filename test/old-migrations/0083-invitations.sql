-- Links by which administrators invite people to sign up; used once.
create table invitation (
  id {{identity}},
  digest text not null unique,
  account_id bigint not null references account (id) on delete cascade,
  made_at text not null,
  expires_at text not null
);
create index invitation_by_account on invitation (account_id);
