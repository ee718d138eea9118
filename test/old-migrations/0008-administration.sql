-- What administrators look for among accounts that came with sources, of which there may be many more.

create index account_of_person on account (id) where source_id is null and deleted_at is null;
create index account_by_typed_email on account (folded_email) where source_id is null and deleted_at is null;
create index administrator on account (id) where role = 'administrator';
