import { type Static, Type } from 'typebox'
import { type MemberProblem, memberProblemNames, memberProblems } from '#src/contract/offering.ts'
import { nullable } from '#src/contract/schema.ts'
import { seal, unseal } from '#src/credentials/sealed.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { maxFollowings } from '../following/followings.ts'

/** In whose name corrections are sent to the publishers of followed catalogues. */

/** The longest address of a server, and the longest token. */
export const maxSiteLength = 2_000
export const maxTokenLength = 200

/** Where the interface of a publisher is, as far as that can be guessed from where its files are. */
export function siteOf(address: string): string {
  const url = /^https?:/i.test(address) ? URL.parse(address) : null
  return url ? `${url.origin}${url.pathname.replace(/\/commons\/dump\/$/, '').replace(/\/$/, '')}` : ''
}

/** The address that somebody gives, without a slash at the end; undefined if it is none. */
export function readSite(named: string): string | undefined {
  const url = named.length <= maxSiteLength ? URL.parse(named.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  const { origin, pathname } = url
  return `${origin}${pathname.endsWith('/') ? pathname.slice(0, -1) : pathname}`
}

const Problem = Type.Object({
  is: Type.Unsafe<MemberProblem>({ type: 'string', enum: memberProblemNames }),
  detail: Type.String(),
})

const Member = Type.Object({
  following_id: Type.String(),
  address: Type.String(),
  username: Type.String(),
  last_four: Type.String(),
  given_at: Type.String(),
  problem: nullable(Problem),
  is_refused: Type.Boolean(),
  failures: Type.Integer(),
  next_at: Type.String(),
})
export type Member = Static<typeof Member>
const NamedMember = Type.Object({ ...Member.properties, name: Type.String() })
/** A member with the name of the catalogue. */
export type NamedMember = Static<typeof NamedMember>

const columns = sql`m.following_id, m.address, m.username, m.last_four, m.given_at, m.problem, m.is_refused,
  m.failures, m.next_at`

export const findMember = (db: Reader, following_id: string): Promise<Member | undefined> =>
  db.one(Member, sql`select ${columns} from followed_member m where m.following_id = ${following_id}`)

/** Those to whom corrections may be sent, with the names of their catalogues. */
export const listMembers = (db: Reader): Promise<NamedMember[]> =>
  db.all(
    NamedMember,
    sql`
    select ${columns}, f.name from followed_member m join following f on f.id = m.following_id
    where f.state <> 'removing' order by f.name, f.id ${limit(maxFollowings)}`,
  )

const sealingOf = (following_id: string, secretKey: string) => ({
  secretKey,
  about: `token for the publisher ${following_id}`,
})

type Given = Pick<Member, 'following_id' | 'address' | 'username'> & { token: string }

/** Keeps a token in the place of another one. What waits for it is tried at once. */
export async function putMember(tx: Database, given: Given, secretKey: string, now: Date): Promise<void> {
  const { following_id, address, username, token } = given
  const at = now.toISOString()
  await tx.run(sql`
    insert into followed_member (following_id, address, username, token, last_four, given_at, is_refused, failures,
      next_at)
    values (${following_id}, ${address}, ${username}, ${seal(token, sealingOf(following_id, secretKey))},
      ${token.slice(-4)}, ${at}, false, 0, ${at})
    on conflict (following_id) do update set address = excluded.address, username = excluded.username,
      token = excluded.token, last_four = excluded.last_four, given_at = excluded.given_at, problem = null,
      is_refused = false, failures = 0, next_at = excluded.next_at`)
}

const Sealed = Type.Object({ token: Type.String() })

/** The token; undefined if it opens with no key of ours. */
export async function tokenOf(db: Reader, following_id: string, secretKey: string): Promise<string | undefined> {
  const row = await db.one(Sealed, sql`select token from followed_member where following_id = ${following_id}`)
  return row && unseal(row.token, sealingOf(following_id, secretKey))
}

/** Forgets a token; false if there is none. */
export const removeMember = async (tx: Database, following_id: string): Promise<boolean> =>
  (await tx.run(sql`delete from followed_member where following_id = ${following_id}`)) > 0

type Failed = { problem: { is: MemberProblem; detail: string }; next_at: Date }

/** Notes what went wrong, and when something is sent again; a token that is refused is not used any more. */
export const noteMemberProblem = (tx: Database, following_id: string, { problem, next_at }: Failed): Promise<number> =>
  tx.run(sql`
    update followed_member set problem = ${problem}, is_refused = ${memberProblems[problem.is].isRefused},
      failures = failures + 1, next_at = ${next_at.toISOString()}
    where following_id = ${following_id}`)

/** Notes that the publisher answers. */
export const noteMemberWorks = (tx: Database, following_id: string): Promise<number> =>
  tx.run(sql`
    update followed_member set problem = null, failures = 0
    where following_id = ${following_id} and (problem is not null or failures > 0)`)
