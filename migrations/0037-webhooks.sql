-- Addresses of programs that are told of what happens, and what is sent to them.

-- A webhook: of a member, of an API key, or of the server, which administrators look after.
create table webhook (
  id {{numbered}},
  owner text not null check (owner in ('member', 'key', 'server')),
  -- The member, or who holds the key, if anybody; null for the server.
  account_id bigint references account (id) on delete cascade,
  key_id bigint references api_key (id) on delete cascade,
  name text not null,
  address text not null,
  -- The host of the address: few requests to one go on at a time. For the same reason, whose it is, in a word.
  host text not null,
  owned_by text not null,
  -- The types of events that are sent, and which records they are about.
  types {{json}} not null,
  filter {{json}} not null,
  -- By what deliveries are signed, sealed; and the one before, by which they are signed until a time as well.
  secret text not null,
  former_secret text not null default '',
  former_until text,
  -- `off`: switched off after the last attempt of a delivery; why, in a word.
  state text not null check (state in ('on', 'paused', 'off')),
  reason text not null default '',
  -- Changes after this position are told.
  from_seq bigint not null,
  -- The day for which it is worked out next what airs; null if that is not wanted.
  airs_on text,
  created_at text not null,
  delivered_at text,
  -- When something is sent next, if anything waits, and how many attempts in a row have failed.
  due_at text,
  failures integer not null default 0
);
create index webhook_by_account on webhook (account_id, id) where account_id is not null;
create index webhook_by_key on webhook (key_id, id) where key_id is not null;
create index webhook_by_owner on webhook (owner, id);
create index webhook_due on webhook (due_at, id) where due_at is not null;
create index webhook_airing on webhook (airs_on, id) where airs_on is not null and state = 'on';

-- Something that is sent to a webhook, or was.
create table webhook_delivery (
  id {{numbered}},
  webhook_id bigint not null references webhook (id) on delete cascade,
  -- By what receivers know that they have it already.
  message_id text not null,
  type text not null,
  at text not null,
  -- The record that it is about, and its position in the change log; null for events of other kinds.
  kind text,
  entity_id integer,
  position bigint,
  -- What is said of it, and the path of its page; '' if it has none.
  data {{json}} not null,
  path text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at text not null,
  -- The last attempt: when, how it was answered, what went wrong in a word and more about it, and how long it took.
  tried_at text,
  status integer,
  problem text not null default '',
  detail text not null default '',
  took_ms integer
);
create index webhook_delivery_by_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, kind, entity_id, id) where state = 'waiting';
