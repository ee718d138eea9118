-- The chain of languages of replies to requests that name none, such as 'pt-BR,pt-PT'; '' for none.
alter table api_key add column languages text not null default '';
