-- What an application may do for a person, as names with blanks between them: what was allowed with its request token
-- stands with its session. Sessions that are made from an access token have the scopes of the token instead.
alter table request_token add column scopes text not null default 'read keep';
alter table session add column scopes text not null default 'read keep';
