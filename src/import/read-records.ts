import type { Statement } from '#src/catalogue/edits/merge.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { RankOf } from '#src/catalogue/sources.ts'
import type { Line } from './line.ts'
import { type StagedLine, type StagedText, stagedTexts } from './staged-lines.ts'
import type { Staging } from './staging.ts'
import { statementOf } from './statement.ts'

/** A reference to what is nowhere, which was left out. */
export type Unresolved = { file: string; line: number; field: string; target: string; id: number | string }

/** Reports what a line refers to in vain. */
export type Report = (line: StagedLine, field: string, target: string, id: number | string) => void

/** What the lines of one record say, in the order in which they have their say. */
export type ReadRecord = {
  id: number
  numbering: Readonly<Record<string, number>>
  lines: readonly { staged: StagedLine; statement: Statement }[]
}

export function readRecords(
  staging: Staging,
  of: Kind,
  records: readonly StagedLine[][],
  rankOf: RankOf,
  report: Report,
): ReadRecord[] {
  const texts = stagedTexts(staging, records.flat())
  let next = 0
  return records.map((lines) => {
    const { id, numbering } = texts[next] as StagedText
    // The texts themselves are not kept any longer.
    const read = lines.map((staged) => {
      const line: Line = JSON.parse((texts[next++] as StagedText).text)
      const { statement, unknown } = statementOf(line, of, id, staged.source_id, (name) => rankOf(name) >= 0)
      for (const { field, source } of unknown) report(staged, field, 'source', source)
      return { staged, statement }
    })
    return { id, numbering, lines: read }
  })
}

/** Columns and parts whose references may be made by lines that come later. */
export type Deferred = { columns: readonly string[]; parts: readonly string[] }

/**
 * The same, with nothing said but of what is deferred. All that is said of it is said again, because what one source
 * takes back may be what another one has just given.
 */
export function onlyDeferred(records: readonly ReadRecord[], { columns, parts }: Deferred): ReadRecord[] {
  return records.map((record) => ({
    ...record,
    lines: record.lines.map(({ staged, statement }) => {
      const values = Object.fromEntries(Object.entries(statement.values).filter(([column]) => columns.includes(column)))
      const kept = new Map([...statement.parts].filter(([name]) => parts.includes(name)))
      return { staged, statement: { ...statement, values, texts: [], hasAllTexts: false, parts: kept } }
    }),
  }))
}
