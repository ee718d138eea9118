import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import { sql } from '#src/database/sql.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { spreadInReviews, spreadOfRatings } from '#src/kept/spread.ts'
import { ada, now, openFor, quickPasswords } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'

forEachEngine(emptyCatalogue, (engine) => {
  test('a spread has the ratings of accounts whose address is verified, and reviews have theirs', async (t) => {
    const db = await openFor(t, engine)
    const stated = [0, 0.5, 7.5, null, 10].map((rating, at) => ({
      ...{ id: String(at).padStart(24, '0'), author_details: { username: `q${at}`, rating }, content: 'So.' },
      ...{ iso_639_1: 'en', created_at: now.toISOString(), updated_at: now.toISOString() },
    }))
    const reviewed = movie({ id: 2, reviews: { results: stated } })
    await importInto(db, [...sources, movie({ id: 1, vote_average: 9, vote_count: 100 }), reviewed])
    const rate = async (name: string, entity_id: number, value: number, isVerified = true) => {
      const person = { ...ada, username: name, email: `${name}@example.org` }
      const { id } = (await createAccount(db, quickPasswords().passwords, person))!
      if (!isVerified) await db.run(sql`update account set email_verified_at = null where id = ${id}`)
      await setRatings(db, { account_id: id }, [{ kind: 'movie', entity_id, value, at: now.toISOString() }])
    }
    const values = [0.5, 1, 1.5, 9.5, 10, 10]
    for (const [index, value] of values.entries()) await rate(`p${index}`, 1, value)
    await rate('new', 1, 5, false)
    await rate('other', 2, 3)

    assert.deepEqual(await spreadOfRatings(db, { kind: 'movie', entity_id: 1 }), [2, 1, 0, 0, 0, 0, 0, 0, 0, 3])
    assert.deepEqual(await spreadOfRatings(db, { kind: 'movie', entity_id: 2 }), [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    assert.deepEqual(await spreadOfRatings(db, { kind: 'series', entity_id: 1 }), Array(10).fill(0))
    assert.deepEqual(await spreadInReviews(db, { kind: 'movie', entity_id: 2 }), [2, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    assert.deepEqual(await spreadInReviews(db, { kind: 'movie', entity_id: 1 }), Array(10).fill(0))
  })
})
