import { isKind, type Kind } from '#src/catalogue/kinds.ts'
import type { RecordLock } from '#src/contributions/record-locks.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { labelOf, partTitle } from '../record-form/fields.ts'
import { planOf } from '../record-form/plan.ts'

/** What can be locked of a kind: the whole record, each field and text, and each part. */
export function lockables(context: PageContext, kind: Kind): (readonly [place: string, label: string])[] {
  const { facts, texts, parts } = planOf(kind)
  const columns = new Set([...facts.map(({ column }) => column), ...texts.map(({ text }) => text as string)])
  return [
    ['', context.texts.moderation.wholeRecord],
    ...[...columns].map((column) => [column, labelOf(context, kind, column)] as const),
    ...parts.map(({ part }) => [part as string, partTitle(context, part)] as const),
    ['images', context.texts.pictures.images],
  ]
}

/** The name of what a lock is on. */
const lockedLabel = (context: PageContext, { kind, place }: RecordLock): string =>
  (isKind(kind) && new Map(lockables(context, kind)).get(place)) || place

/** A lock in words: what, for whom, why, and until when. */
export const lockWords = (context: PageContext, lock: RecordLock, label: string): Html => {
  const { texts, format } = context
  const { moderation } = texts
  const until = lock.ends_at !== null && html` · ${moderation.until(format.time(lock.ends_at))}`
  return html`<p><strong>${label}</strong>: ${moderation.lockedFor[lock.locked_for]}${until}</p>
<p class="note">${texts.admin.reason}: ${lock.reason}</p>`
}

/** Locks of records one after the other, each with what it is on. */
export const locksInWords = (context: PageContext, locks: readonly RecordLock[]): Html[] =>
  locks.map((lock) => lockWords(context, lock, lockedLabel(context, lock)))
