-- Requests of the last minutes, so that a page can say whether an app reaches the server, and what keeps it from that.
create table recent_request (
  -- Of the key that was used; 0 where no key of ours was.
  key_id bigint not null,
  -- When it was, in steps of ten seconds.
  slot text not null,
  outcome text not null,
  -- The network that it came from, for requests without a key of ours; '' for all others.
  place text not null,
  requests bigint not null,
  primary key (key_id, slot, outcome, place)
) {{without_rowid}};
create index recent_request_by_slot on recent_request (slot);
