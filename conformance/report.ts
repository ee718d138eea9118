import type { OperationResult, State } from './findings.ts'

const states: readonly State[] = ['right', 'wrong', 'not there', 'not tried']

/** The results of version 3, and apart from them those of what a server may have beyond it. */
export function wholeReportOf(results: readonly OperationResult[], beyond: readonly OperationResult[]): string {
  const tables = results.length > 0 ? [reportOf(results)] : []
  if (beyond.length > 0) tables.push(`Beyond version 3, which a server may lack:\n${reportOf(beyond)}`)
  return tables.join('\n')
}

/** The result as a table: each operation by group, then every finding, then how many of each state there are. */
export function reportOf(results: readonly OperationResult[]): string {
  const width = Math.max(...results.map(({ operation }) => operation.length))
  const lines: string[] = []
  for (const group of new Set(results.map((result) => result.group))) {
    lines.push('', group)
    for (const result of results.filter((it) => it.group === group)) lines.push(`  ${rowOf(result, width)}`)
  }
  for (const { operation, findings } of results.filter((it) => it.findings.length > 0)) {
    lines.push('', operation)
    for (const { rule, asked, message } of findings) lines.push(`  ${rule}: ${message}`, `    ${asked}`)
  }
  const count = (state: State) => results.filter((result) => result.state === state).length
  const checks = results.reduce((sum, result) => sum + result.checks, 0)
  lines.push('', `${states.map((state) => `${count(state)} ${state}`).join(', ')}; ${checks} checks`, '')
  return lines.join('\n')
}

function rowOf({ operation, state, reason, checks, findings }: OperationResult, width: number): string {
  const count = state === 'wrong' ? `wrong (${findings.length})` : state
  const more = reason === '' ? '' : `  ${reason}`
  return `${operation.padEnd(width)}  ${count.padEnd(10)}  ${String(checks).padStart(5)}${more}`.trimEnd()
}
