import { Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Table } from '#src/database/table.ts'
import { type Report, type ReportName, report, reportNames } from './reports.ts'

/** Increased when a report finds something else than before: then all records are looked at again. */
const version = 2
/** Records whose changes are followed in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200

const Finding = Type.Object({ entity_id: Type.Integer(), about: Type.String() })
type Finding = { entity_id: number; about: string }

const place = { report: Type.String(), kind: Type.String() }
const findingTable: Table = {
  name: 'quality_finding',
  key: ['report', 'kind', 'entity_id', 'about'],
  row: Type.Object({ ...place, entity_id: Type.Integer(), about: Type.String(), popularity: Type.Number() }),
}
const FindingKey = Type.Object({ ...place, ...Finding.properties })

const reportedKinds = [...new Set(reportNames.flatMap((name) => report(name).kinds))]

/** Follows the change log, so that the reports say what is missing now. */
export const followQuality = (db: Database, now: () => Date): LogFollower =>
  follow(db, 'quality', {
    version,
    changesAtOnce,
    isByRecord: true,
    kinds: reportedKinds,
    isAtomic: true,
    async handle(tx, changes) {
      for (const kind of reportedKinds) {
        const ids = changes.filter((change) => change.kind === kind).map(({ entity_id }) => entity_id)
        if (ids.length > 0) await lookAgain(tx, kind, [...new Set(ids)], now().toISOString().slice(0, 10))
      }
    },
  })

/** Brings the findings of some records up to date, of all reports about their kind. */
async function lookAgain(tx: Database, kind: Kind, ids: readonly number[], day: string) {
  for (const name of reportNames) {
    const asked = report(name)
    if (!asked.kinds.includes(kind)) continue
    const more = asked.alsoAffected ? await asked.alsoAffected(tx, kind, ids) : []
    await compareFindings(tx, name, asked, kind, [...new Set([...ids, ...more])], day)
  }
}

const nameOf = ({ entity_id, about }: Finding) => `${entity_id} ${about}`

async function compareFindings(
  tx: Database,
  name: ReportName,
  asked: Report,
  kind: Kind,
  ids: readonly number[],
  day: string,
) {
  const known = await tx.all(
    Finding,
    sql`
    select entity_id, about from quality_finding
    where report = ${name} and kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const popularity = await popularityOf(tx, kind, ids)
  const all = await tx.all(Finding, asked.find(tx, kind, ids))
  const found = all.filter(({ entity_id }) => popularity.has(entity_id))
  const [knownNames, foundNames] = [new Set(known.map(nameOf)), new Set(found.map(nameOf))]
  const fresh = found.filter((finding) => !knownNames.has(nameOf(finding)))
  const mended = known.filter((finding) => !foundNames.has(nameOf(finding)))
  if (fresh.length === 0 && mended.length === 0) return
  if (mended.length > 0) {
    const rows = mended.map((finding) => ({ report: name, kind, ...finding }))
    await tx.run(sql`
      delete from quality_finding where (report, kind, entity_id, about) in (
        select report, kind, entity_id, about from ${tx.engine.rows(FindingKey, rows)} as r)`)
  }
  if (fresh.length > 0) {
    const rows = fresh.map((finding) => ({
      ...{ report: name, kind, ...finding },
      popularity: popularity.get(finding.entity_id) ?? 0,
    }))
    await tx.put(findingTable, rows as never)
  }
  await count(tx, name, asked, kind, { fresh, mended }, day)
}

/** Adds what is found and takes off what is mended, today. */
async function count(
  tx: Database,
  name: ReportName,
  { isByLanguage }: Report,
  kind: Kind,
  { fresh, mended }: { fresh: readonly Finding[]; mended: readonly Finding[] },
  day: string,
) {
  const more = new Map<string, number>()
  const add = (findings: readonly Finding[], one: number) => {
    for (const { about } of findings) {
      const language = isByLanguage ? about : ''
      more.set(language, (more.get(language) ?? 0) + one)
    }
  }
  add(fresh, 1)
  add(mended, -1)
  for (const [language, difference] of more)
    await tx.run(sql`
      insert into quality_number (report, kind, language, day, found)
      select ${name}, ${kind}, ${language}, ${day}, ${difference} + coalesce((
        select found from quality_number
        where report = ${name} and kind = ${kind} and language = ${language} order by day desc limit 1), 0)
      on conflict (report, kind, language, day) do update set found = excluded.found`)
}

const Popular = Type.Object({ id: Type.Integer(), popularity: Type.Number() })

/** That of a season is that of its series. Adult records have none: they are in no report. */
async function popularityOf(tx: Database, kind: Kind, ids: readonly number[]) {
  const rows = await tx.all(
    Popular,
    kind === 'season'
      ? sql`
        select s.id, t.popularity from season s join series t on t.id = s.series_id
        where ${tx.engine.anyOf(raw('s.id'), ids)} and t.adult = false`
      : sql`select id, popularity from ${raw(kind)} where ${tx.engine.anyOf(raw('id'), ids)} and adult = false`,
  )
  return new Map(rows.map(({ id, popularity }) => [id, popularity]))
}
