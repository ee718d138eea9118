import assert from 'node:assert/strict'
import { Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { recordsNamedIn, withNumbersOfHere } from '#src/commons/following/references.ts'
import { sql } from '#src/database/sql.ts'
import type { AnyLine } from '../catalogue.ts'
import { commonGenres, isRecord, recordsOf, some, withoutPictures } from './mirrored.ts'
import { wholeIn } from './published.ts'
import { type Server, touchedHere } from './servers.ts'

const Key = Type.Object({ kind: Type.String(), source_key: Type.String(), entity_id: Type.Integer() })
const Waiting = Type.Object({ kind: Type.String(), source_key: Type.String() })

const Proposed = Type.Object({ records: Type.Array(Type.Unsafe<{ kind: string; id?: number }>({})) })

/** Merges of the publisher that wait for a person, because somebody here has changed one of the two. */
async function proposedIn({ db }: Server, source_id: string): Promise<Set<string>> {
  const rows = await db.all(Proposed, sql`select records from pending_edit where source_id = ${source_id}`)
  return new Set(rows.flatMap(({ records }) => records.map(({ kind, id }) => `${kind} ${id}`)))
}

const nameOf = ({ kind, id }: AnyLine) => `${kind} ${id}`
const text = (value: unknown) => JSON.stringify(value)

const placed = ['genres', 'production_companies', 'networks']
/** Lists of credits, or what has them. */
const credited = ['credits', 'crew', 'guest_stars']

/** Credits whose places are said since one before them is not here have them at their ends. */
const withNamesInOrder = (credits: unknown): unknown =>
  JSON.parse(text(credits), (_name, value) =>
    Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )

/** Lists that are in the order of numbers, which may be others here; so are those at the same place of a list. */
function inOneOrder({ removed, keywords, ...all }: AnyLine): AnyLine {
  const sorted = (list: unknown) =>
    Array.isArray(list) ? list.toSorted((one, other) => (text(one) < text(other) ? -1 : 1)) : list
  const each = (holder: object) =>
    Object.fromEntries(Object.entries(holder).map(([name, list]) => [name, sorted(list)]))
  const line: AnyLine = { ...all }
  for (const name of placed) {
    const entries: { id: number; position?: number }[] | undefined = line[name]
    const whole = entries?.map((entry, at) => ({ position: at, ...entry }))
    if (whole) line[name] = whole.toSorted((one, other) => one.position - other.position || one.id - other.id)
  }
  for (const name of credited) if (line[name]) line[name] = withNamesInOrder(line[name])
  return { ...some(line), ...(keywords && { keywords: each(keywords) }), ...(removed && { removed: each(removed) }) }
}

/** What one server has of another, by its numbers there. */
async function linesOf(to: Server, instance: string) {
  const digits = instance.slice(0, 16)
  const lines = (await recordsOf(to.db)).map((line): AnyLine => JSON.parse(text(line).replaceAll(`"${digits}:`, '"')))
  return new Map(lines.map((line) => [nameOf(line), line]))
}

type Image = { file_path: string; source?: string; licence?: string; picture?: object }

const imagesOf = ({ images = {}, source }: AnyLine) =>
  Object.entries(images as Record<string, Image[]>).flatMap(([gallery, all]) =>
    all.map((image) => ({ ...image, gallery, source: image.source ?? source })),
  )

/** Pictures are encoded anew, so they have other paths; only those come along that anybody may pass on. */
async function assertPictures(to: Server, published: AnyLine, found: AnyLine, isFetching: boolean) {
  const of = (line: AnyLine) =>
    imagesOf(line).map(({ gallery, source, licence = '' }) => [gallery, source, licence].join(' '))
  const wanted = imagesOf(published).filter(({ picture }) => picture !== undefined && isFetching)
  assert.deepEqual(
    of(found).toSorted(),
    wanted.map(({ gallery, source, licence = '' }) => [gallery, source, licence].join(' ')).toSorted(),
    nameOf(published),
  )
  for (const { file_path } of imagesOf(found)) assert.ok(await to.hasOriginal(file_path), file_path)
}

/** What records name that somebody here has changed: it stays with its name, though it may be gone there. */
async function namedByTouched(to: Server, touched: ReadonlySet<string>): Promise<Set<string>> {
  const named = new Set<string>()
  for (const line of await recordsOf(to.db))
    if (touched.has(nameOf(line))) recordsNamedIn(line.kind, line, (of, id) => named.add(`${of} ${id}`))
  return named
}

type Comparing = {
  from: Server
  to: Server
  /** All that a server follows. */
  followed: readonly string[]
  /** Whether pictures come along. */
  hasPictures: boolean
  /** Whether a record of the publisher is left out of the comparison. */
  isLeftOut?: (line: AnyLine) => boolean
}

/**
 * Asserts that a server has what another one publishes, byte for byte but for the numbers that are others here, in all
 * records that nobody here has changed, and nothing of it beside that. Returns how many it has compared.
 */
export async function assertMirrored({
  from,
  to,
  followed,
  hasPictures,
  isLeftOut = () => false,
}: Comparing): Promise<number> {
  const instance = await from.id()
  const digits = instance.slice(0, 16)
  const published = (await wholeIn(await from.publishedNow()))
    .filter(isRecord)
    .map(({ known_as: _elsewhere, ...line }): AnyLine => line)
  const here = await linesOf(to, instance)
  const touched = await touchedHere(to, followed)
  const keys = await to.db.all(
    Key,
    sql`select kind, source_key, entity_id from source_key where source_id = ${digits} and entity_id is not null`,
  )
  const waiting = await to.db.all(Waiting, sql`select kind, source_key from import_review where source_id = ${digits}`)
  const uncertain = new Set(waiting.map(({ kind, source_key }) => `${kind} ${source_key}`))
  const numbers = new Map(keys.map(({ kind, source_key, entity_id }) => [`${kind} ${source_key}`, entity_id]))
  const all = new Set((await recordsOf(to.db)).map(nameOf))
  const numberOf = (of: RecordKind, id: number) => {
    const number = numbers.get(`${of} ${id}`) ?? (commonGenres.has(`${of} ${id}`) ? id : undefined)
    const isThere = number !== undefined && (all.has(`${of} ${number}`) || of === 'genre')
    return isThere ? number : undefined
  }
  const expectedHere = await proposedIn(to, digits)
  let compared = 0
  for (const line of published) {
    const id = numberOf(line.kind, line.id)
    const known = numbers.get(nameOf(line)) ?? line.id
    const series_id = line.series_id === undefined ? undefined : numberOf('series', line.series_id)
    expectedHere.add(`${line.kind} ${id}`)
    const isElsewhere = line.series_id !== undefined && (series_id === undefined || touched.has(`series ${series_id}`))
    if (isLeftOut(line) || isElsewhere || touched.has(`${line.kind} ${id ?? known}`)) continue
    if (uncertain.has(nameOf(line)) || line.kind === 'genre') continue
    assert.ok(id !== undefined, `${nameOf(line)} is not there: ${text(line)}`)
    const told = { ...line, id, ...(series_id !== undefined && { series_id }) }
    const expected = inOneOrder(withoutPictures(withNumbersOfHere(line.kind, told, numberOf)))
    const found = here.get(`${line.kind} ${id}`) as AnyLine
    const isThere = (of: RecordKind, number: number) =>
      all.has(`${of} ${number}`) || of === 'genre' ? number : undefined
    const actual = inOneOrder(withoutPictures(withNumbersOfHere(line.kind, found, isThere)))
    assert.deepEqual(actual, expected)
    assert.equal(text(actual), text(expected))
    await assertPictures(to, line, found, hasPictures)
    compared++
  }
  const named = await namedByTouched(to, touched)
  for (const line of await recordsOf(to.db)) {
    if (
      named.has(nameOf(line)) ||
      touched.has(nameOf(line)) ||
      !text(line).includes(`"${digits}:`) ||
      line.kind === 'genre'
    )
      continue
    if (touched.has(`series ${line.series_id}`)) continue
    assert.ok(expectedHere.has(nameOf(line)), `${nameOf(line)} is not published any more: ${text(line)}`)
  }
  return compared
}
