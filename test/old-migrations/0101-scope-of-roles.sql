-- What a person does in a role, or judges because others trust them, has a scope of its own. Tokens that could do
-- everything before still can; what apps were allowed never named it.
update access_token set scopes = 'read keep edit moderate'
where scopes = 'read keep edit' and exists (
  select 1 from account
  where account.id = access_token.account_id and (account.role <> 'member' or account.trusted_at is not null));
