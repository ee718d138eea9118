import { once } from 'node:events'
import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { exportedKinds, exportLines } from '#src/import/export.ts'
import type { LineKind } from '#src/import/line.ts'
import { alternatives, type Command, exitCode, readArguments, refuseArguments, UsageError } from './command.ts'

export const exportCommand: Command = {
  usage: '[--kind KIND]…',
  summary: 'Writes the catalogue as lines to standard output',
  words: [['--kind KIND', `only lines of this kind; repeat it for more kinds: ${exportedKinds.join(', ')}`]],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, { kind: { type: 'string', multiple: true } })
    refuseArguments('export', words)
    const kinds = values.kind?.map((name) => {
      if (!(exportedKinds as readonly string[]).includes(name)) {
        throw new UsageError(`--kind has to be ${alternatives(exportedKinds)}, not ${JSON.stringify(name)}.`)
      }
      return name as LineKind
    })
    const db = await openExistingCatalogue(config)
    // A reader that has seen enough, such as head, is no error.
    let isClosed = false
    const noticeEnd = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      isClosed = true
    }
    io.stdout.on('error', noticeEnd)
    try {
      for await (const text of exportLines(db, kinds)) {
        if (!isClosed && !io.stdout.write(text)) await once(io.stdout, 'drain').catch(noticeEnd)
        if (isClosed) break
      }
    } finally {
      await db.close()
    }
    return exitCode.done
  },
}
