-- Changes of followed catalogues that come in as they happen.

-- Whether they are wanted, and where the publisher sends them; '' if nowhere.
alter table following add column wants_live {{boolean}} not null default true;
alter table following add column live_address text not null default '';
-- Everything up to this position of the publisher has come in, if that is higher than the position of the last packet.
alter table following add column live_position bigint not null default 0;
-- When something came in this way the last time, and until when only packets do because it went wrong.
alter table following add column live_at text;
alter table following add column live_rests_until text;
-- When the publisher is asked next, while what was heard waits to be taken in.
alter table following add column ask_at text;

-- A record of a publisher whose state is newer than the last packet, until a packet has what was heard.
create table live_record (
  following_id text not null,
  kind text not null,
  -- Its number at the publisher, and the position of its last change.
  entity_id integer not null,
  position bigint not null,
  primary key (following_id, kind, entity_id)
) {{without_rowid}};
