-- What administrators, moderators and operators did to what is not their own. Names are those of the accounts, so an
-- act stays when an account is deleted, and its name goes.
create table act (
  id {{identity}},
  at text not null,
  what text not null,
  -- Null for whoever used the command line.
  actor_id bigint references account (id),
  account_id bigint references account (id),
  key_id bigint references api_key (id),
  about {{json}} not null,
  reason text not null
);
create index act_by_time on act (at);
create index act_by_kind on act (what, id);
create index act_by_actor on act (actor_id, id);
create index act_by_account on act (account_id, id);

-- What happened to the sign-in of an account, for its owner.
create table security_event (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  at text not null,
  what text not null,
  -- Of the address: 192.0.2.0/24, or empty.
  network text not null,
  browser text not null,
  key_id bigint references api_key (id)
);
create index security_event_by_account on security_event (account_id, what, id);
create index security_event_by_time on security_event (at);
