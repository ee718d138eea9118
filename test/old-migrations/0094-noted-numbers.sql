-- The edit of the import that found out by which number apps know a record, so that undoing it takes that back.
alter table gone_record add column edit_id bigint;
create index gone_record_by_edit on gone_record (edit_id) where edit_id is not null;
