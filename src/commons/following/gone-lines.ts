import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { FormatError, readGoneLine } from '../format/read.ts'
import { linesOf, type PacketFile } from './packet-file.ts'

/** A record of a publisher that is not there any more. */
export type Gone = ReturnType<typeof readGoneLine>

/** The kinds of which files say that something is gone, those that belong to others first. */
export async function kindsGone(files: readonly PacketFile[]): Promise<RecordKind[]> {
  const kinds = new Set<RecordKind>()
  for await (const batch of goneLines(files, () => {})) for (const { of } of batch) kinds.add(of)
  return recordKindNames.toReversed().filter((of) => kinds.has(of))
}

/** How a line about what is gone begins, however it is written. */
const isGone = /^\s*\{[^{}]{0,100}"kind"\s*:\s*"gone"/

/** What files say is gone, in batches; what is no such line, or one that does not fit, is not among it. */
export async function* goneLines(files: readonly PacketFile[], onRefused: () => void): AsyncGenerator<Gone[]> {
  for (const file of files) {
    for await (const batch of linesOf(file)) {
      const gone: Gone[] = []
      for (const { text } of batch) {
        if (!isGone.test(text.slice(0, 200))) continue
        try {
          gone.push(readGoneLine(JSON.parse(text)))
        } catch (error) {
          if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error
          onRefused()
        }
      }
      if (gone.length > 0) yield gone
      await nextTurn()
    }
  }
}
