import type { Client } from '../client.ts'
import { isUnknown, Notes, type OperationResult } from '../findings.ts'
import { discover, type Records } from '../records.ts'
import { RECORDS, type SuiteOptions } from '../suite.ts'
import { batchPart } from './batch.ts'
import { askAsIs, type Beyond, type Part, type Trial } from './beyond.ts'
import { changesPart } from './changes.ts'
import { testPart } from './test-mode.ts'

/** THE table of what a server may have beyond version 3. What resets a server comes last. */
const parts = { changes: changesPart, batch: batchPart, test: testPart } satisfies Record<string, Part>
export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]

export type BeyondOptions = SuiteOptions & { without?: readonly PartName[] }

/** Tries what a server has beyond version 3, one after the other. It may lack each part. */
export async function runBeyond(client: Client, options: BeyondOptions = {}): Promise<OperationResult[]> {
  const { records: most = RECORDS, only = '', without = [] } = options
  const chosen = partNames
    .filter((name) => !without.includes(name))
    .flatMap((name) => {
      const { title, operations }: Part = parts[name]
      return Object.entries(operations).map(([operation, trial]) => ({ group: title, operation, trial }))
    })
    .filter(({ operation }) => operation.includes(only))
  if (chosen.length === 0) return []
  const records = await discover(client, most)
  const results: OperationResult[] = []
  for (const { group, operation, trial } of chosen)
    results.push({ group, operation, ...(await tryOut(client, records, trial)) })
  return results
}

async function tryOut(
  client: Client,
  records: Records,
  trial: Trial,
): Promise<Omit<OperationResult, 'group' | 'operation'>> {
  const notes = new Notes()
  const beyond: Beyond = { client, notes, records, ask: askAsIs(client) }
  const isThere = !isUnknown(await trial.probe(beyond))
  if (isThere) await trial.try(beyond)
  const state = !isThere ? 'not there' : notes.findings.length > 0 ? 'wrong' : 'right'
  return { state, reason: '', checks: notes.checks, findings: notes.findings }
}
