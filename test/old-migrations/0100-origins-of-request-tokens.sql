-- From where a request token was asked for, as a digest for as long as it waits: a key and a client have so many at
-- once.
alter table request_token add column network text not null default '';
create index request_token_by_key on request_token (key_id, expires_at);
create index request_token_by_network on request_token (network, expires_at);
