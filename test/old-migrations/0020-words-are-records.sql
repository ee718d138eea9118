-- Genres and keywords become records: their sources are in record, and changes of them are logged. For those that are
-- there already there is an edit, which has no rows in the log.
insert into edit (at, source_id, note)
select (select coalesce(max(at), '2026-11-22T00:00:00.000Z') from edit), id, 'words become records'
from source where id = 'reference' and (exists (select 1 from genre) or exists (select 1 from keyword));

insert into record (kind, id, source_id, edit_id)
select 'genre', id, source_id, (select max(id) from edit) from genre;

insert into record (kind, id, source_id, edit_id)
select 'keyword', id, source_id, (select max(id) from edit) from keyword;

alter table genre drop column source_id;
alter table keyword drop column source_id;
