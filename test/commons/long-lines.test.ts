import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxPublishedLineBytes } from '#src/commons/format/limits.ts'
import { maxLineBytes } from '#src/import/line.ts'
import { emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { club } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const languages = letters.flatMap((one) => letters.map((other) => one + other))

/** A film that much is said about, in very many languages. */
const told = (source: object, texts: number) =>
  movie({
    ...source,
    translations: {
      translations: languages
        .slice(0, texts)
        .map((iso_639_1) => ({ iso_639_1, iso_3166_1: 'FR', data: { overview: 'é'.repeat(60_000) } })),
    },
  })

forEachEngine(emptyCatalogue, (engine) => {
  test('a line of a followed catalogue may be longer than one of a file', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const long = told(club, 130)
    const bytes = Buffer.byteLength(JSON.stringify(long))
    assert.ok(bytes > 15_000_000 && bytes < maxPublishedLineBytes)
    await publisher.whole([long])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
    const [film] = (await linesOf(db)).filter(({ kind }) => kind === 'movie')
    assert.equal(film?.translations.translations.length, 130)
    assert.equal((await follower.found(id))?.counts.refused, 0)
    const { refused } = await importInto(db, [...sources, told({ source: 'high', id: 2 }, 60)])
    assert.deepEqual(refused, [`5 : is longer than ${maxLineBytes} bytes`])
  })
})
