import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import type { ImportOptions } from '#src/import/import.ts'
import { type AnyLine, emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const own = firstLocalId
const movie = (source: string, more: AnyLine = {}) => ({ kind: 'movie', id: 1, title: source, ...more, source })
const person = (source: string, id: number, more: AnyLine = {}) => ({
  kind: 'person',
  id,
  name: source,
  ...more,
  source,
})
const agreeing = { external_ids: { kb2_id: 'Q1' } }
const belongs = (owner: string) =>
  `id: belongs to a record of ${owner}, and no external id says that the two are the same`

type Step = { lines: AnyLine[]; options?: ImportOptions; refused?: string[]; unresolved?: string[] }

/** Imports, what each of them refuses and leaves out, and the lines of the export in the end. */
const stories: Record<string, [steps: Step[], lines: AnyLine[]]> = {
  'the id of another source’s record is refused': [
    [{ lines: [movie('low')] }, { lines: [movie('high'), movie('high', { id: 2 })], refused: [`1 ${belongs('low')}`] }],
    [movie('low'), movie('high', { id: 2 })],
  ],
  'within one import the record is that of the highest source': [
    [{ lines: [movie('low'), movie('high')], refused: [`1 ${belongs('high')}`] }],
    [movie('high')],
  ],
  'an outside id of both says that they are one record': [
    [{ lines: [movie('low', agreeing)] }, { lines: [movie('high', { ...agreeing, runtime: 9 })] }],
    [
      {
        kind: 'movie',
        id: 1,
        title: 'high',
        runtime: 9,
        external_ids: { kb2_id: 'Q1', sources: { kb2_id: 'high' } },
        source: 'low',
      },
    ],
  ],
  'the filmdb id of the details says so too': [
    [{ lines: [movie('low', { filmdb_id: 'tt1' })] }, { lines: [movie('middle', { filmdb_id: 'tt1', runtime: 9 })] }],
    [
      {
        kind: 'movie',
        id: 1,
        title: 'middle',
        runtime: 9,
        external_ids: { filmdb_id: 'tt1', sources: { filmdb_id: 'middle' } },
        source: 'low',
      },
    ],
  ],
  'other outside ids do not': [
    [
      {
        lines: [movie('low', agreeing), movie('middle', { external_ids: { kb2_id: 'Q2', filmdb_id: 'tt1' } })],
        refused: [`1 ${belongs('middle')}`],
      },
    ],
    [movie('middle', { external_ids: { filmdb_id: 'tt1', kb2_id: 'Q2' } })],
  ],
  'a source may agree with one that agrees': [
    [
      {
        lines: [
          movie('low', { external_ids: { kb1_id: 'k' }, tagline: 'low' }),
          movie('middle', { external_ids: { kb2_id: 'Q1', kb1_id: 'k' } }),
          movie('high', agreeing),
        ],
      },
    ],
    [
      movie('high', {
        tagline: 'low',
        external_ids: { kb1_id: 'k', kb2_id: 'Q1', sources: { kb1_id: 'middle' } },
      }),
    ],
  ],
  'with map-ids the line gets an id of our own, which the next import of its source knows': [
    [
      { lines: [movie('low'), person('low', 7)] },
      {
        lines: [movie('high', { credits: { cast: [{ id: 7, credit_id: 'a'.repeat(24) }] } }), person('high', 7)],
        options: { mapsIds: true },
      },
      { lines: [movie('high', { tagline: 'again' }), person('high', 8)] },
      { lines: [movie('low', { tagline: 'low' })] },
    ],
    [
      person('low', 7),
      person('high', 8),
      person('high', own),
      movie('low', { tagline: 'low' }),
      movie('high', {
        id: own,
        tagline: 'again',
        credits: { cast: [{ id: own, character: '', order: 0, credit_id: 'a'.repeat(24) }], crew: [] },
      }),
    ],
  ],
  'mapped seasons and episodes go with their series': [
    [
      { lines: [{ kind: 'series', id: 5, name: 'low', source: 'low' }] },
      {
        lines: [
          { kind: 'episode', id: 1, series_id: 5, season_number: 1, episode_number: 1, source: 'high' },
          { kind: 'season', id: 1, series_id: 5, season_number: 1, source: 'high' },
          { kind: 'series', id: 5, name: 'high', source: 'high' },
        ],
        options: { mapsIds: true },
      },
    ],
    [
      { kind: 'series', id: 5, name: 'low', source: 'low' },
      { kind: 'series', id: own, name: 'high', source: 'high' },
      { kind: 'season', id: 1, series_id: own, season_number: 1, source: 'high' },
      { kind: 'episode', id: 1, series_id: own, season_number: 1, episode_number: 1, source: 'high' },
    ],
  ],
  'own ids go on after those that are taken': [
    [
      { lines: [movie('low'), movie('low', { id: own }), movie('low', { id: 2 })] },
      { lines: [movie('high'), movie('high', { id: 2 }), movie('high', { id: own + 1 })], options: { mapsIds: true } },
    ],
    [
      movie('low'),
      movie('low', { id: 2 }),
      movie('low', { id: own }),
      movie('high', { id: own + 1 }),
      movie('high', { id: own + 2 }),
      movie('high', { id: own + 3 }),
    ],
  ],
  'what a source says of its refused record is not said of the other one': [
    [
      { lines: [person('low', 7), { kind: 'series', id: 5, name: 'low', source: 'low' }] },
      {
        lines: [
          person('high', 7),
          movie('high', { credits: { cast: [{ id: 7 }] } }),
          { kind: 'series', id: 5, name: 'high', source: 'high' },
          { kind: 'season', id: 1, series_id: 5, season_number: 1, source: 'high' },
        ],
        refused: [`1 ${belongs('low')}`, `3 ${belongs('low')}`, '4 series_id: refers to a series that does not exist'],
        unresolved: ['2 credits: person 7'],
      },
    ],
    [person('low', 7), movie('high'), { kind: 'series', id: 5, name: 'low', source: 'low' }],
  ],
}

async function play(db: Database, steps: readonly Step[], lines: readonly AnyLine[]) {
  await importInto(db, sources)
  for (const { lines, options = {}, refused = [], unresolved = [] } of steps) {
    const told = await importInto(db, lines, options)
    assert.deepEqual({ refused: told.refused, unresolved: told.unresolved }, { refused, unresolved })
  }
  assert.deepEqual(await linesOf(db), lines)
}

forEachEngine(emptyCatalogue, (engine) => {
  for (const [name, [steps, lines]] of Object.entries(stories)) {
    test(name, async (context) => play(await openFor(context, engine), steps, lines))
  }
})
