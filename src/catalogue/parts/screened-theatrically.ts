import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { RecordId } from '../fields.ts'
import { columnsFrom, type LineEntry, lineEntries, readEntry, statedEntry } from '../line-entries.ts'
import { alike, type Part, part } from '../part.ts'

const stated = { episode_id: RecordId }

const store = {
  table: 'theatrical_screening',
  key: ['episode_id'],
  columns: columnsFrom(stated),
  entry: () => statedEntry(stated),
  order: raw('episode_id'),
  changeKeys: ['general'],
  references: { episode_id: 'episode' },
  lines: () => ({ screened_theatrically: Type.Object({ results: lineEntries({ id: RecordId }) }) }),
  read({ screened_theatrically }) {
    const given: LineEntry[] | undefined = screened_theatrically?.results
    if (!given) return undefined
    const entries = given.map((episode) => {
      const { id, ...entry } = readEntry(episode, { id: 0 })
      return { episode_id: id, ...entry }
    })
    return { entries, isComplete: true }
  },
  write: (entries) =>
    entries.length
      ? { screened_theatrically: { results: entries.map(({ episode_id: id, ...entry }) => ({ id, ...entry })) } }
      : {},
} satisfies Part['store']

const Screening = Type.Object(
  { id: Type.Integer(), episode_number: Type.Integer(), season_number: Type.Integer() },
  { title: 'Screening' },
)

export const screenedTheatrically = part({
  name: 'screened_theatrically',
  summary: 'Episodes that were shown in cinemas',
  reply: alike({ results: Type.Array(Screening) }),
  load: async ({ db }, of, id) => ({
    results: await db.all(
      Screening,
      sql`
      select e.id, e.episode_number, e.season_number from theatrical_screening t join episode e on e.id = t.episode_id
      where t.kind = ${of} and t.entity_id = ${id} order by e.season_number, e.episode_number, e.id`,
    ),
  }),
  store,
})
