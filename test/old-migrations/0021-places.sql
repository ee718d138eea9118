-- From where an account signed in: the network of an address, a key, or a browser that remembers a secret. What others
-- guess elsewhere never keeps somebody out at one of these.
create table sign_in_place (
  id {{identity}},
  account_id bigint not null references account (id) on delete cascade,
  -- address:192.0.2.0/24, key:7, or browser: and the digest of its secret.
  place text not null,
  first_at text not null,
  last_at text not null,
  unique (account_id, place)
);
create index sign_in_place_by_time on sign_in_place (last_at);
