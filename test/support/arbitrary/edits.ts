import fc from 'fast-check'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { type Kind, kind } from '#src/catalogue/kinds.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Vocabulary } from '#src/catalogue/vocabularies.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { operations } from '#src/interface.ts'
import { requestsOf } from '../walk.ts'
import { keys, testDay } from '../world.ts'

/** Addresses of each operation that are asked for. */
const pathsPerOperation = 8

const movie = fc.constantFrom(501, 502, 503, 504, 505, 7001)
const series = fc.constantFrom(601, 602, 603, 604)
const season = fc.constantFrom(6010, 6011, 6012, 6021, 6041)
const episode = fc.constantFrom(60111, 60112, 60121, 60211, 60212)
const person = fc.constantFrom(301, 302, 303, 304)
const company = fc.constantFrom(101, 102, 103)
const network = fc.constantFrom(201, 202)
const collection = fc.constantFrom(401, 402)
const word = fc.constantFrom('Lantern', 'Moth', 'Zinnia', 'The Glass', 'glimmer')
const own = (name: Kind, id: fc.Arbitrary<number>) => fc.tuple(fc.constant(name), id)
const titles = fc.oneof(own('movie', movie), own('series', series))
const credited = fc.oneof(titles, own('season', season), own('episode', episode))
const anything = fc.oneof(
  credited,
  own('person', person),
  own('company', company),
  own('network', network),
  own('collection', collection),
)

const creditId = fc.integer({ min: 1, max: 6 }).map((number) => `${number}`.padStart(24, 'c'))
const credit = (id: string, person_id: number, isCrew: boolean) => ({
  id,
  person_id,
  character: isCrew ? '' : 'Ansa',
  order: 3,
  cast_id: 9,
  episode_count: 12,
  ...(isCrew
    ? { credit_type: 'crew', department: 'Sound', job: 'Foley' }
    : { credit_type: 'cast', department: 'Acting', job: 'Actor' }),
})

/** Edits of all that replies show of other records. Those that find nothing to do are fine. */
const edits: fc.Arbitrary<RecordEdit[]> = fc.oneof(
  fc.tuple(anything, word).map(([[of, id], text]) => [{ kind: of, id, values: { [kind(of).title]: text } }]),
  fc.tuple(anything, word).map(([[of, id], text]) => {
    const texts = kind(of).texts.includes('title') ? { title: text } : { name: text }
    if (kind(of).texts.length === 0) return [{ kind: of, id, values: { headquarters: text } }]
    return [{ kind: of, id, texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts }] }]
  }),
  fc
    .tuple(movie, fc.option(collection))
    .map(([id, collection_id]) => [{ kind: 'movie' as const, id, values: { collection_id } }]),
  fc
    .tuple(credited, creditId, person, fc.boolean())
    .map(([[of, id], credit_id, person_id, isCrew]) => [
      { kind: of, id, parts: { credits: { put: [credit(credit_id, person_id, isCrew)] } } },
    ]),
  fc
    .tuple(credited, creditId, person)
    .map(([[of, id], credit_id, person_id]) => [
      { kind: of, id, parts: { credits: { remove: [credit(credit_id, person_id, false)] } } },
    ]),
  fc
    .tuple(titles, company, fc.constantFrom('put', 'remove'))
    .map(([[of, id], company_id, verb]) => [
      { kind: of, id, parts: { production_companies: { [verb]: [{ company_id, position: 0 }] } } },
    ]),
  fc
    .tuple(series, network, fc.constantFrom('put', 'remove'))
    .map(([id, network_id, verb]) => [
      { kind: 'series' as const, id, parts: { networks: { [verb]: [{ network_id, position: 0 }] } } },
    ]),
  fc
    .tuple(fc.oneof(titles, own('person', person)), fc.constantFrom('Q900401', 'Q900501', 'Q900999'))
    .map(([[of, id], value]) => [
      { kind: of, id, parts: { external_ids: { put: [{ external_source: 'kb2_id', value }] } } },
    ]),
  fc.tuple(person, collection, company, word).map(([person_id, collection_id, company_id, title]) => [
    {
      kind: 'movie' as const,
      values: { title, collection_id, release_date: '2026-01-01' },
      parts: {
        credits: { put: [credit('d'.repeat(24), person_id, false)] },
        production_companies: { put: [{ company_id, position: 0 }] },
      },
    },
  ]),
  fc.tuple(series, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5, max: 9 }), person).map(([id, n, e, who]) => [
    {
      kind: 'episode' as const,
      numbering: { series_id: id, season_number: n, episode_number: e },
      values: { name: 'New', air_date: '2026-03-12' },
      parts: { credits: { put: [{ ...credit('e'.repeat(24), who, false), credit_type: 'guest' }] } },
    },
  ]),
  fc
    .tuple(fc.oneof(titles, own('season', season)), fc.constantFrom(901, 902), fc.constantFrom('put', 'remove'))
    .map(([[of, id], provider_id, verb]) => [
      {
        kind: of,
        id,
        parts: {
          'watch/providers': {
            [verb]: [{ iso_3166_1: 'DE', type: 'flatrate', provider_id, link: '', as_of: '' }],
          },
        },
      },
    ]),
  fc
    .tuple(fc.constantFrom(18, 878, 9648), word)
    .map(([id, name]) => [{ kind: 'genre' as const, id, values: { name } }]),
  anything.map(([of, id]) => [{ kind: of, id, isDeleted: true as const }]),
)

/** Edits name records that an earlier one may have deleted. */
function ignoreUnknown(error: unknown) {
  if (!(error instanceof StatementError)) throw error
}

/** Lines that rename words: by an import, as keywords that a source renamed come. */
type WordLine = { kind: Vocabulary; id: number; name: string; source: string }
const words: fc.Arbitrary<WordLine> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant('keyword' as const), fc.constantFrom(801, 802)),
      fc.tuple(fc.constant('genre' as const), fc.constant(90001)),
      fc.tuple(fc.constant('provider' as const), fc.constantFrom(901, 902)),
    ),
    word,
  )
  .map(([[kind, id], name]) => ({ kind, id, name, source: 'atlas' }))

/** The author of some reviews gets another name. */
const rename = (db: Database, name: string) =>
  db.transaction(async (tx) => {
    await revise(tx, 'authors')
    await tx.run(sql`update account set name = ${name} where folded_username = 'ada'`)
  })

/** Something that replies show changes. */
export type EditStep = { edit: RecordEdit[] } | { word: WordLine } | { author: string }

/** Steps for `fc.oneof`; edits of records come as often as their weight says. */
export const editSteps = (weight: number) => [
  { weight, arbitrary: edits.map((edit): EditStep => ({ edit })) },
  { weight: 1, arbitrary: words.map((word): EditStep => ({ word })) },
  { weight: 1, arbitrary: fc.constantFrom<EditStep>({ author: 'Ada' }, { author: 'Ada L.' }) },
]

export async function edit(db: Database, step: EditStep) {
  const at = new Date(testDay)
  if ('edit' in step) await applyEdit(db, { account_id: null, at, records: step.edit }).catch(ignoreUnknown)
  else if ('word' in step) await importLines(db, [step.word], { now: () => at })
  else await rename(db, step.author)
}

/** Few of each operation, so that each is asked for often. */
export async function addressesOf(db: Database): Promise<string[]> {
  const all: string[] = []
  for (const operation of operations.filter(({ cache }) => cache))
    for (const line of await requestsOf(db, operation, pathsPerOperation / 4)) all.push(line.slice('GET '.length))
  const more = ['/3/movie/501', '/3/movie/tt0000501', '/3/movie/501/credits', '/3/person/301/combined_credits']
  const asked = [...all, ...more, '/3/collection/401', '/3/company/101/movies', '/3/tv/601', '/3/tv/601/season/1']
  return asked.map(upToDate).map(withKey)
}

/** Lists of similar titles may lack what is new until they expire; records of that path stand in for them. */
const upToDate = (path: string) =>
  path.replace(/\/(similar|similar_movies|recommendations)\b/, '').replace(/\b(similar|recommendations)\b,?/g, '')

const withKey = (path: string) => `${path}${path.includes('?') ? '&' : '?'}api_key=${keys.first}`

const showingWords = [
  ...['/3/movie/501/keywords', '/3/movie/501?append_to_response=keywords', '/3/tv/601/keywords'],
  ...['/3/movie/501/watch/providers', '/3/watch/providers/movie'],
].map(withKey)

/** The addresses that a run asks for: those that it picks, and two that show words, which few of all do. */
export const pickedFrom = (every: readonly string[], picked: readonly number[]): string[] => [
  ...picked.map((pick) => every[pick % every.length] as string),
  showingWords[(picked[0] as number) % showingWords.length] as string,
  withKey('/3/movie/502'),
]
