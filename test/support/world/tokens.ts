import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** Secrets of access tokens, by what they are; each belongs to the key `first`, and all but one act for ada. */
export const tokens = {
  whole: 'rct_ada0000000000000000000000000000000000a01',
  reader: 'rct_ada0000000000000000000000000000000000a02',
  keeper: 'rct_ada0000000000000000000000000000000000a03',
  /** It expires a minute after noon of the test day. */
  short: 'rct_ada0000000000000000000000000000000000a04',
  expired: 'rct_ada0000000000000000000000000000000000a05',
  ofSuspended: 'rct_c0000000000000000000000000000000000000a06',
}

export async function loadTokens(db: Database, loadedAt: string) {
  const given = [
    ['whole', 'read keep', null],
    ['reader', 'read', null],
    ['keeper', 'keep', null],
    ['short', 'read keep', '2026-03-10T12:01:00.000Z'],
    ['expired', 'read keep', loadedAt],
    ['ofSuspended', 'read keep', null],
  ] as const
  for (const [name, scopes, ends_at] of given) {
    const secret = tokens[name]
    await db.run(sql`
      insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at, ends_at)
      select ${digestOf(secret)}, ${secret.slice(-4)}, account.id, api_key.id, ${name}, ${scopes}, ${loadedAt},
        ${ends_at}
      from account, api_key
      where account.folded_username = ${name === 'ofSuspended' ? 'cy' : 'ada'} and api_key.name = 'first'`)
  }
}

const token = (name: string, last_four: string, scopes: string, ends_at: string | null = null) => {
  return { name, last_four, key: 'first', scopes, created_at: '2026-03-01T08:00:00.000Z', ends_at, last_used_on: null }
}
/** Those of ada, as they stand in her own data. */
export const adasTokens = [
  token('whole', '0a01', 'read keep'),
  token('reader', '0a02', 'read'),
  token('keeper', '0a03', 'keep'),
  token('short', '0a04', 'read keep', '2026-03-10T12:01:00.000Z'),
  token('expired', '0a05', 'read keep', '2026-03-01T08:00:00.000Z'),
]
