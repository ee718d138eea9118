/** What is recorded about sign-ins to an account. */
export const securityEventKinds = [
  'sign_in_failed',
  'signed_in',
  'session_made',
  'password_changed',
  'email_changed',
  'code_refused',
  'login_refused',
  'codes_on',
  'codes_off',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'key_made',
  'key_replaced',
  'token_made',
  'token_revoked',
  'player_address_made',
  'player_address_removed',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/**
 * Records an event of an account, with the address that the request came from; without an account, somebody tried a
 * name that nobody has. It never fails.
 */
export type NoteEvent = (what: SecurityEventKind, account_id: number | undefined, key_id?: number) => Promise<void>
