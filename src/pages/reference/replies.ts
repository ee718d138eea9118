import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DialectName } from '#src/contract/dialects.ts'
import { packageRoot } from '#src/package-root.ts'

/** A reply of the sample, shortened to a few lines; in the common dialect only where that is different. */
export type KeptReply = { status: number; lines: readonly string[] }
export type KeptReplies = Readonly<Record<string, Readonly<Partial<Record<DialectName, KeptReply>>>>>

/** Written by `test/pages/examples.test.ts`, which also compares it. */
export const repliesFile = join(packageRoot, 'docs', 'examples', 'replies.json')

/** The site in kept replies, which pages replace by their own. */
export const keptSite = 'https://films.example'

let known: KeptReplies | undefined

/** The reply that the example of an operation gets. It is read once, when somebody looks at the reference. */
export function keptReply(operation: string, dialect: DialectName): KeptReply | undefined {
  known ??= JSON.parse(readFileSync(repliesFile, 'utf8')) as KeptReplies
  const { [operation]: replies = {} } = known
  return replies[dialect] ?? replies.neutral
}
