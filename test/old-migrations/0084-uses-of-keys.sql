-- What a key opens: the interface, or the addresses that are made for one program and contain the key. Never both.
alter table api_key add column use text not null default 'interface';
