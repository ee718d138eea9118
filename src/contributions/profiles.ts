import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { isPublic, listSummary } from '#src/catalogue/summaries/lists.ts'
import type { Language } from '#src/contract/languages.ts'
import { onPage } from '#src/contract/paging.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { foldUsername, isUsername } from '#src/credentials/rules.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RatedKind } from '#src/kept/ratings.ts'
import { notify } from '#src/mail/notifications.ts'

/** What others may see of a person, as the person chose it. */
const privacy = {
  has_public_profile: Type.Boolean(),
  shows_ratings: Type.Boolean(),
  is_indexed: Type.Boolean(),
  shows_diary: Type.Boolean(),
  publishes_reviews: Type.Boolean(),
}
const Privacy = Type.Object(privacy)
type Privacy = Static<typeof Privacy>

const Profile = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  avatar_path: nullable(Type.String()),
  created_at: Type.String(),
  ...privacy,
  hidden_at: nullable(Type.String()),
  hidden_reason: Type.String(),
})
/** The profile of a person, whoever may see it. */
export type Profile = Static<typeof Profile>

const columns = sql`
  a.id, a.username, a.name, a.avatar_path, a.created_at, a.has_public_profile, a.shows_ratings, a.is_indexed,
  a.shows_diary, a.publishes_reviews,
  a.profile_hidden_at as hidden_at, a.profile_hidden_reason as hidden_reason`

/** Of an account `a`: it is one of a person who is here. Authors that came with a source have no profile. */
export const isHere = sql`a.source_id is null and a.deleted_at is null and a.disabled_at is null`
export const isSeenByAll = sql`a.has_public_profile and a.profile_hidden_at is null`

export const isProfilePublic = ({ has_public_profile, hidden_at }: Profile): boolean =>
  has_public_profile && hidden_at === null

export const profileOf = (db: Reader, account_id: number): Promise<Profile | undefined> =>
  db.one(Profile, sql`select ${columns} from account a where a.id = ${account_id}`)

export async function findProfile(db: Reader, username: string): Promise<Profile | undefined> {
  if (!isUsername(username)) return undefined
  const folded = foldUsername(username)
  return db.one(Profile, sql`select ${columns} from account a where a.folded_username = ${folded} and ${isHere}`)
}

const Named = Type.Object({ username: Type.String() })

/** The user name of an account, if everybody may see its profile. */
export async function usernameOfPublic(db: Reader, account_id: number): Promise<string | undefined> {
  const found = await db.one(
    Named,
    sql`select a.username from account a where a.id = ${account_id} and ${isHere} and ${isSeenByAll}`,
  )
  return found?.username
}

const Author = Type.Object({ review_id: Type.String(), username: Type.String() })

/** The user names of those who wrote some reviews and whose profile everybody may see, by the ids of the reviews. */
export async function authorsWithProfile(db: Reader, review_ids: readonly string[]): Promise<Map<string, string>> {
  if (review_ids.length === 0) return new Map()
  const found = await db.all(
    Author,
    sql`
    select r.id as review_id, a.username from review r join account a on a.id = r.account_id
    where ${db.engine.anyOf(raw('r.id'), review_ids)} and ${isHere} and ${isSeenByAll}`,
  )
  return new Map(found.map(({ review_id, username }) => [review_id, username]))
}

export const changePrivacy = write([], ({ db, account, settings }, chosen: Privacy) =>
  db.transaction(async (tx) => {
    // Reviews show the picture of who has a public profile.
    await revise(tx, 'authors')
    // What was published with the reviews is published again without them, or the other way round.
    await tx.run(sql`
      insert into published_again (kind, entity_id)
      select distinct r.kind, r.entity_id from review r join account a on a.id = r.account_id
      where a.id = ${account.id} and a.publishes_reviews <> ${chosen.publishes_reviews}
      on conflict do nothing`)
    return tx.run(sql`
      update account set has_public_profile = ${chosen.has_public_profile}, shows_ratings = ${chosen.shows_ratings},
        is_indexed = ${chosen.is_indexed}, shows_diary = ${chosen.shows_diary},
        publishes_reviews = ${chosen.publishes_reviews},
        privacy_chosen_for = ${settings.private ? 'members' : 'everyone'}
      where id = ${account.id}`)
  }),
)

const reviewsOf = (account_id: number): Sql => sql`from review where account_id = ${account_id}`
const listsOf = (account_id: number): Sql => sql`from user_list l where l.account_id = ${account_id} and ${isPublic}`
const ratingsOf = (account_id: number, kind: RatedKind): Sql =>
  sql`from rating where account_id = ${account_id} and kind = ${kind}`

/** How much there is to see. */
export async function profileCounts(db: Reader, account_id: number) {
  const [reviews, lists, movies, series, episodes] = await Promise.all([
    countRows(db, reviewsOf(account_id)),
    countRows(db, listsOf(account_id)),
    countRows(db, ratingsOf(account_id, 'movie')),
    countRows(db, ratingsOf(account_id, 'series')),
    countRows(db, ratingsOf(account_id, 'episode')),
  ])
  return { reviews, lists, movies, series, episodes }
}

const Review = Type.Object({ id: Type.String() })

/** The ids of a page of reviews, the newest first. */
export const reviewIdsOf = (db: Reader, account_id: number, page: number, size: number) =>
  db.all(Review, sql`select id ${reviewsOf(account_id)} order by created_at desc, id ${onPage(page, size)}`)

const List = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  item_count: Type.Integer(),
  poster_path: nullable(Type.String()),
})

type Asked = { language: Language; page: number; size: number }

/** A page of lists that everybody may see, the newest first. */
export const publicListsOf = (db: Reader, account_id: number, { language, page, size }: Asked) =>
  db.all(
    List,
    sql`
    select id, name, item_count, poster_path from (
      select ${listSummary(language)} ${listsOf(account_id)} order by l.id desc ${onPage(page, size)}) as listed
    order by id desc`,
  )

/** Hides a profile from all but its owner and moderators, or shows it again, and notifies the owner. */
function moderate(db: Database, account_id: number, actor: Actor, what: 'profile_hidden' | 'profile_restored') {
  const { reason = '', now } = actor
  const isHiding = what === 'profile_hidden'
  const at = isHiding ? now.toISOString() : null
  return db.transaction(async (tx): Promise<boolean> => {
    const changed = await tx.one(
      Id,
      sql`
      update account set profile_hidden_at = ${at}, profile_hidden_reason = ${isHiding ? reason : ''}
      where id = ${account_id} and source_id is null and deleted_at is null and id <> ${actor.by ?? 0}
        and has_public_profile and ${isHiding ? raw('profile_hidden_at is null') : raw('profile_hidden_at is not null')}
      returning id`,
    )
    if (!changed) return false
    await revise(tx, 'authors')
    await recordAct(tx, what, actor, { account_id })
    await notify(tx, { account_id, what, about: { reason }, now })
    return true
  })
}

/** False if there is no such public profile, it is hidden already, or it is the moderator's own. */
export const hideProfile = (db: Database, account_id: number, actor: Actor) =>
  moderate(db, account_id, actor, 'profile_hidden')

/** False if there is no such hidden profile, or it is the moderator's own. */
export const showProfile = (db: Database, account_id: number, actor: Actor) =>
  moderate(db, account_id, actor, 'profile_restored')
