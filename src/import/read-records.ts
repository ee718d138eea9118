import type { Statement } from '#src/catalogue/edits/merge.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { RankOf } from '#src/catalogue/sources.ts'
import { type ParsedLine, parsedLines, type StagedLine } from './staged-lines.ts'
import type { Staging } from './staging.ts'
import { statementOf } from './statement.ts'

/** A reference that was dropped because its target does not exist. */
export type Unresolved = { file: string; line: number; field: string; target: string; id: number | string }

/** Reports a reference of a line to something that does not exist. */
export type Report = (line: StagedLine, field: string, target: string, id: number | string) => void

/** What the lines of one record state, in the order in which it is applied. */
export type ReadRecord = {
  id: number
  numbering: Readonly<Record<string, number>>
  lines: readonly { staged: StagedLine; statement: Statement }[]
}

export function readRecords(
  staging: Staging,
  of: RecordKind,
  records: readonly StagedLine[][],
  rankOf: RankOf,
  report: Report,
): ReadRecord[] {
  const parsed = parsedLines(staging, records.flat())
  let next = 0
  return records.map((lines) => {
    const { id, numbering } = parsed[next] as ParsedLine
    const read = lines.map((staged) => {
      const { line } = parsed[next++] as ParsedLine
      // Entries without an id have the ones that they got under the id of the record that was merged.
      const own = staged.merged_id ?? id
      const { statement: stated, unknown } = statementOf(line, of, own, staged.source_id, (name) => rankOf(name) >= 0)
      const statement = staged.merged_id === null ? stated : asPartOf(stated)
      for (const { field, source } of unknown) report(staged, field, 'source', source)
      return { staged, statement }
    })
    return { id, numbering, lines: read }
  })
}

/** Columns and parts that may refer to something in later lines. */
export type Deferred = { columns: readonly string[]; parts: readonly PartName[] }

/**
 * The same, reduced to what is deferred. All of it is stated again, because one source may withdraw what another has
 * just given.
 */
export function onlyDeferred(records: readonly ReadRecord[], { columns, parts }: Deferred): ReadRecord[] {
  return records.map((record) => ({
    ...record,
    lines: record.lines.map(({ staged, statement }) => {
      const values = Object.fromEntries(Object.entries(statement.values).filter(([column]) => columns.includes(column)))
      const wantedParts = new Map([...statement.parts].filter(([name]) => parts.includes(name)))
      return { staged, statement: { ...statement, values, texts: [], hasAllTexts: false, parts: wantedParts } }
    }),
  }))
}

/** What a line says of a record that was merged into another one: it knows only a part of that. */
const asPartOf = (statement: Statement): Statement => ({
  ...statement,
  hasAllTexts: false,
  parts: new Map([...statement.parts].map(([name, part]) => [name, { ...part, isComplete: false }])),
})
