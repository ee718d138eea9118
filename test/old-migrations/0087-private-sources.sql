-- Sources whose terms allow personal use alone: a server whose catalogue has values of one starts only with `private`.
alter table source add column private_only {{boolean}} not null default false;
