import { removeSample } from '#src/sample/removal.ts'
import { commandOf, type Given } from './actions.ts'

export const sample = commandOf(
  'remove',
  'Takes the sample catalogue away, but what people have used, and names what it keeps',
  [],
  { remove: { needs: [], run: remove } },
)

async function remove({ io, inCatalogue }: Given) {
  const { removed, kept } = await inCatalogue((db) => removeSample(db, new Date()))
  for (const { kind, id, name } of kept) io.stdout.write(`kept ${kind} ${id}: ${name}\n`)
  io.stdout.write(`${removed} records of the sample were removed, ${kept.length} were kept`)
  io.stdout.write(kept.length > 0 ? ': people have used them, or what people have used refers to them.\n' : '.\n')
}
