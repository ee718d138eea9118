import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Publishing } from './lines.ts'
import { type Ids, type Page, referringTo } from './referring.ts'
import { turnedAmong } from './turned.ts'

type One = { kind: RecordKind; entity_id: number }

export type Beside = Awaited<ReturnType<typeof openBeside>>

/**
 * What is published once more beside what changed between two positions, because it names, or belongs to, what has
 * begun to be published or ceased to be. It is read as far as packets have room for it.
 */
export async function openBeside({ db, shared }: Publishing, changed: Ids, window: { from: number; to: number }) {
  const found = await turnedAmong(db.wide, shared, changed, window)
  const pages: AsyncGenerator<Page> = referringTo(db.wide, found, window.from)
  const leaving = new Map<RecordKind, Set<number>>()
  const note = (of: RecordKind, ids: readonly number[]) => {
    const known = leaving.get(of) ?? new Set()
    leaving.set(of, known)
    for (const id of ids) known.add(id)
  }
  for (const [of, ids] of found.turned) note(of, ids)
  let waiting: One[] = []
  let isRead = false
  return {
    /** The next records, at most so many; the same ones until they were taken. */
    async next(most: number): Promise<{ records: readonly One[]; isEnd: boolean }> {
      while (!isRead && waiting.length <= most) {
        const { value, done } = await pages.next()
        if (done) isRead = true
        else {
          if (value.isBelow) note(value.of, value.ids)
          for (const entity_id of value.ids) waiting.push({ kind: value.of, entity_id })
        }
      }
      return { records: waiting.slice(0, most), isEnd: isRead && waiting.length <= most }
    },
    /** Says that so many of them are in a packet. */
    took(count: number) {
      waiting = waiting.slice(count)
    },
    /** Whether a record that is not published may have been. */
    mayHaveLeft: (of: RecordKind, id: number): boolean => leaving.get(of)?.has(id) ?? false,
  }
}
