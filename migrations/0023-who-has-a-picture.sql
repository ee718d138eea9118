-- Who has a picture, to see whether anybody still has it.
create index account_by_avatar on account (avatar_path, id) where avatar_path is not null;
