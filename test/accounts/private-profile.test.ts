import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peopleSource } from '#src/catalogue/sources.ts'
import { addFollow } from '#src/contributions/following/follows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { allOperations } from '#src/interface.ts'
import { pages } from '#src/pages/index.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, type Visitor } from '../support/pages/visitor.ts'
import { addOwn, addShown, owner } from '../support/world/own.ts'
import { filledIn } from '../support/world/own-requests.ts'
import { look, others, questionsOf, read, type Shown } from '../support/world/own-walk.ts'
import { loadWorld, testDay } from '../support/world.ts'

/**
 * Nothing of a private profile is in any page or reply of others, also not in those that were kept while it was public.
 * Every page and every operation of the program is asked twice: while the profile shows everything, and after it was
 * made private, and must then be what it is where its owner has nothing. A new page whose parameters nobody has named
 * in `own-requests.ts` fails.
 */

const engine = sqliteEngine(loadWorld)
const now = new Date(testDay)
const everything = { has_public_profile: 'on', shows_ratings: 'on', shows_diary: 'on', is_indexed: 'on' }
const withoutProfile = { shows_ratings: 'on', shows_diary: 'on', is_indexed: 'on' }

/** Replies of others that are compared, at least. */
const LEAST = 1_000

type World = PagesServer & { visitors: Readonly<Record<'nobody' | 'another' | 'owner', Visitor>> }

/** What others see of the owner whether the profile is public or not: a like, and titles on a list of others. */
async function addCounted(db: Database) {
  await addShown(db)
  // Not by an edit, whose id of the review comes by chance.
  const id = 'abcdefabcdefabcdefabcdef'
  await db.run(sql`
    insert into review (kind, entity_id, id, account_id, content, iso_639_1, created_at, updated_at, source_id)
    values ('movie', 502, ${id}, 2, 'It glows.', 'en', ${testDay}, ${testDay}, ${peopleSource})`)
  await db.run(sql`insert into review_like (account_id, review_id, created_at) values (${owner.id}, ${id}, ${testDay})`)
  await db.run(sql`insert into list_like (account_id, list_id, created_at) values (${owner.id}, 2, ${testDay})`)
  await addFollow(db, 2, { what: 'account', id: owner.id }, now)
}

async function open(isPrivate: boolean, hasOwn: boolean): Promise<World> {
  const server = await startPages(engine, isPrivate ? { private: true } : {})
  await addCounted(server.db)
  const visitors = {
    nobody: openVisitor(server.app),
    another: await signedIn(server, 'bo'),
    owner: await signedIn(server, owner.username),
  }
  if (hasOwn) await addOwn(server.db)
  return { ...server, visitors }
}

/** Everything that others are answered, by what they asked. */
async function askAll(world: World): Promise<Map<string, Shown>> {
  const answers = new Map<string, Shown>()
  for (const operation of allOperations)
    if (operation.method === 'GET')
      for (const path of await questionsOf(world.db, operation))
        for (const [who, asking] of Object.entries(others))
          answers.set(`${operation.id} ${path} ${who}`, await read(world, path, asking))
  for (const { method, path: pattern } of pages)
    if (method === 'GET')
      for (const path of filledIn(pattern))
        for (const who of ['nobody', 'another'] as const)
          answers.set(`${pattern} ${path} ${who}`, await look(world.visitors[who], path, true))
  return answers
}

/** Pages on which others see something of a profile that shows everything. */
const shownToMembers = ['/', '/@{name}', '/@{name}/ratings', '/@{name}/statistics', '/members', '/members/followed']
const shownOnTitles = ['/movie/{movie}', '/tv/{series}']

for (const isPrivate of [false, true])
  test(`nothing of a private profile is left on ${isPrivate ? 'a private' : 'an open'} server`, async (t) => {
    const [bare, full] = [await open(isPrivate, false), await open(isPrivate, true)]
    t.after(() => Promise.all([bare.close(), full.close()]))
    const expected = await askAll(bare)
    const choose = async (chosen: Record<string, string>) =>
      assert.equal((await full.visitors.owner.post('/settings/privacy', chosen)).status, 303)
    await choose(everything)
    const shown = await askAll(full)
    const differing = [...shown].filter(([asked, { body }]) => expected.get(asked)?.body !== body)
    const patterns = new Set(differing.map(([asked]) => asked.split(' ', 1)[0]))
    for (const pattern of [...shownToMembers, ...shownOnTitles, '/list/{list}', '/review/{review}'])
      assert.ok(patterns.has(pattern), `${pattern} shows nothing of a public profile, so that this proves nothing`)
    // What else a profile shows stays chosen, so that nothing but the profile itself decides.
    for (const chosen of [withoutProfile, {}]) {
      await choose(everything)
      await choose(chosen)
      const left = await askAll(full)
      assert.equal(left.size, expected.size)
      assert.ok(left.size >= LEAST, `${left.size} replies`)
      for (const [asked, reply] of left)
        assert.deepEqual(reply, expected.get(asked), `${asked} tells of a private profile`)
    }
  })
