/** What is the same in every server for tests: docs/test-server.md names it. */

/** What the clock shows unless `--now` says something else. */
export const defaultNow = '2026-01-15T12:00:00.000Z'
/** When the account was made, and when the catalogue came: within the day before `defaultNow`. */
export const madeAt = '2025-11-01T12:00:00.000Z'
export const loadedAt = '2026-01-15T06:00:00.000Z'

/** Secrets that open nothing but a server for tests. */
export const secrets = {
  api_key: '7e570000000000000000000000000001',
  token: 'rct_7e57000000000000000000000000000000000001',
  session_id: '7e57000000000000000000000000000000000001',
  guest_session_id: '7e570000000000000000000000000002',
} as const

export const account = { id: 1, username: 'tester', name: 'Terry Tester', password: 'the lamp is lit' } as const
/** The password as it is stored, because hashing it would take a tenth of a second of each start. */
export const storedPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$/bz+CSEiWGDzsJkCXCamfw$qhrqY+XYg1jen/BdH3nQNWAwLXxmcl5krextXZbAdao'

/** What a server for tests prints when it answers. */
export type Beginning = {
  url: string
  api_key: string
  token: string
  session_id: string
  guest_session_id: string
  account: typeof account
  now: string
}

export const beginningAt = (url: string, now: Date): Beginning => ({
  url,
  ...secrets,
  account,
  now: now.toISOString(),
})
