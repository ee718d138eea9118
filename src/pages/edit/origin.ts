import type { ValueForEditing } from '#src/catalogue/edits/record-for-editing.ts'
import type { RecordLock } from '#src/contributions/record-locks.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Where a value comes from: its source and licence, who changed it and when, and whether it is locked. */
export function originOf({ texts, format }: RenderContext, of: Omit<ValueForEditing, 'value'> | undefined): Html {
  const { edit } = texts
  if (!of || (!of.source && !of.locked)) return nothing
  const { source, locked, at, author } = of
  const when = at !== '' && format.time(at)
  return html`<details class="edit-origin"><summary>${source && edit.from(source.name)}${
    locked && html` <span class="locked">${edit.locked}</span>`
  }</summary><p class="note">${source && edit.licence(source.licence)}${
    when && html` · ${author ? edit.changedBy(author.username, when) : edit.changedOn(when)}`
  }</p></details>`
}

/** At a field or a list that is locked for the reader. */
export function lockMark({ texts }: RenderContext, locks: readonly RecordLock[], place: string): Html {
  const lock = locks.find((one) => one.place === place)
  return lock ? html`<p class="hint">${texts.moderation.lockedFor[lock.locked_for]}</p>` : nothing
}
