import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const facts = {
  id: Type.Integer(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  name: Type.String(),
  include_adult: Type.Boolean(),
  username: Type.String(),
}
const avatar_path = nullable(Type.String())
const Account = Type.Object({ ...facts, email: Type.String(), avatar_path })

const AccountDetails = Type.Object(
  {
    avatar: Type.Object({
      avatarsite1: Type.Object({ hash: Type.String() }),
      homesite: Type.Object({ avatar_path }),
    }),
    ...facts,
  },
  { title: 'AccountDetails' },
)

const contract = {
  summary: 'The account that the session belongs to',
  access: 'session',
  reply: AccountDetails,
} as const

async function load(db: Reader, account_id: number) {
  const account = await db.one(
    Account,
    sql`
    select id, coalesce(nullif(iso_639_1, ''), 'en') as iso_639_1, iso_3166_1, name, include_adult, username, email,
      avatar_path
    from account where id = ${account_id}`,
  )
  if (!account) return undefined
  const { email, avatar_path, ...rest } = account
  return { avatar: { avatarsite1: { hash: avatarHash(email) }, homesite: { avatar_path } }, ...rest }
}

/** The name of a person's picture at that site, as the site defines it. */
const avatarHash = (email: string) => hash('md5', email.trim().toLowerCase(), 'hex')

export const details = operation('account.details', 'GET /3/account/{account_id}', {
  ...contract,
  handle: ({ db, caller }) => load(db, caller.account.id),
})

/** How most clients learn the id of the account. */
export const detailsBySession = operation('account.details_by_session', 'GET /3/account', {
  ...contract,
  handle: ({ db, caller }) => load(db, caller.account.id),
})
