import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { type Kind, kind, kindNames, kindsWith, type PartName } from '#src/catalogue/kinds.ts'
import { type OperationPart, type PartReply, parts } from '#src/catalogue/parts/index.ts'
import type { details as movieDetails } from '#src/groups/movies/details.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadRecords } from '../support/world.ts'

/** The table of kinds and the list of parts are about the same parts. */

/** What `kinds.ts` gives to kinds for which the part has no reply. */
type Undeclared = {
  [Of in Kind]: {
    [Name in OperationPart<Of>]: [PartReply<Of, Name>] extends [never] ? `${Of} has ${Name}` : never
  }[OperationPart<Of>]
}[Kind]
const isEachDeclared: [Undeclared] extends [never] ? true : Undeclared = true

const existing: readonly string[] = parts.map(({ name }) => name)

for (const of of kindNames) {
  test(`kinds.ts gives ${of} only parts that exist`, () => {
    const { operationParts, storedOnlyParts } = kind(of)
    const unknown = [...operationParts, ...storedOnlyParts].filter((name) => !existing.includes(name))
    assert.deepEqual(
      unknown,
      [],
      `${of} in src/catalogue/kinds.ts has parts that src/catalogue/parts/index.ts does not list`,
    )
  })
}

for (const { name } of parts) {
  test(`some kind has the part ${name}`, () => assert.notDeepEqual(kindsWith(name), []))
}

test('a name that no part has does not compile', () => {
  const names: readonly PartName[] = ['videos']
  // @ts-expect-error
  const misspelled: readonly PartName[] = ['vidoes']
  // @ts-expect-error
  assert.deepEqual([kindsWith('vidoes'), names.length, misspelled.length, isEachDeclared], [[], 1, 1, true])
})

/** Not when the world is loaded for other tests: what is missing in one part would fail the tests of all. */
let ignored: unknown
forEachEngine(
  async (db) => {
    ignored = await loadRecords(db)
  },
  (engine) => {
    // Which properties are read does not depend on the engine.
    if (engine.name !== 'SQLite') return
    test('every property of the lines of the world is read', async () => {
      await (await engine.open()).close()
      assert.deepEqual(ignored, [{}, {}], 'no part in src/catalogue/kinds.ts reads these properties')
    })
  },
)

test('replies are typed by the parts of their kind', () => {
  type Movie = Static<typeof movieDetails.reply>
  const titles: Required<Movie>['alternative_titles']['titles'] = [{ iso_3166_1: 'PT', title: 'Um', type: '' }]
  // @ts-expect-error The list of a movie is named otherwise.
  type Results = Required<Movie>['alternative_titles']['results']
  // @ts-expect-error A movie has no such part.
  type Networks = Required<Movie>['content_ratings']
  const none: [Results?, Networks?] = []
  assert.deepEqual([titles.length, none.length], [1, 0])
})
