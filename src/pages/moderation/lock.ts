import type { Kind } from '#src/catalogue/kinds.ts'
import { maxLockDays, momentOfEnd } from '#src/contributions/lock-end.ts'
import { type LockedFor, lockedFor, lockRecord, locksOf, unlockRecord } from '#src/contributions/record-locks.ts'
import {
  blank,
  buttonForm,
  errorSummary,
  type Filled,
  form,
  radios,
  selectField,
  textField,
} from '../components/form.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { places } from '../records/places.ts'
import { lockables, lockWords } from './lockables.ts'

/** The pages on which moderators lock a record, for each kind. */
export const lockPages = places.flatMap(({ kind, path, find }) => {
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>
  const view = async (context: PageContext, found: Found, filled: Filled) => {
    const { id, name, address } = found
    const { db, now, texts } = context
    const { moderation } = texts
    const locks = await locksOf(db, kind, id, now)
    const labels = new Map(lockables(context, kind))
    return {
      title: moderation.lockTitle(name),
      isPrivate: true,
      main: html`
${smallHead(context, found, moderation.lockTitle(name))}
<p>${moderation.lockText}</p>
${errorSummary(context, filled)}
${locks.map(
  (lock) => html`
<div class="card">${lockWords(context, lock, labels.get(lock.place) ?? lock.place)}
${buttonForm(context, `${address}/lock`, moderation.unlock, { fields: { act: 'unlock', place: lock.place } })}</div>`,
)}
${form(context, `${address}/lock`, fieldsOf(context, kind, filled))}`,
    }
  }
  return [
    page(`GET ${path}/lock`, {
      access: 'moderator',
      async handle(context) {
        const found = await find(context)
        return found && view(context, found, { ...blank, values: { locked_for: 'members' } })
      },
    }),
    page(`POST ${path}/lock`, {
      access: 'moderator',
      form: ['act', 'place', 'locked_for', 'reason', 'ends'],
      async handle(context) {
        const { writable, viewer, now, form: values, texts } = context
        const found = await find(context)
        const isKnown = lockables(context, kind).some(([place]) => place === values.place)
        if (!found || !isKnown) return undefined
        const locked = { kind, id: found.id, place: values.place }
        if (values.act === 'unlock') {
          const isDone = await unlockRecord(writable, locked, { by: viewer.id, now })
          return redirect(`${found.address}/lock`, isDone ? 'moderation.unlocked' : 'moderation.unchanged')
        }
        const { reason, errors = {} } = requiredReason(context, values.reason)
        const end = momentOfEnd(values.ends, now)
        const whom: LockedFor | undefined = lockedFor.find((one) => one === values.locked_for)
        const faults = {
          ...errors,
          ...(end === undefined && { ends: texts.moderation.endWrong(maxLockDays) }),
          ...(!whom && { locked_for: texts.moderation.chooseWhom }),
        }
        if (reason === undefined || end === undefined || !whom)
          return { ...(await view(context, found, { values, errors: faults })), http: 422 }
        await lockRecord(writable, locked, { locked_for: whom, ends_at: end }, { by: viewer.id, reason, now })
        return redirect(`${found.address}/lock`, 'moderation.locked')
      },
    }),
  ]
})

const fieldsOf = (context: PageContext, kind: Kind, filled: Filled): Html => {
  const { moderation } = context.texts
  return html`
${selectField(context, filled, { name: 'place', label: moderation.lockWhat, options: lockables(context, kind) })}
${radios(context, filled, {
  name: 'locked_for',
  label: moderation.lockWhom,
  options: lockedFor.map((whom) => [whom, moderation.lockedFor[whom]] as const),
})}
${reasonField(context, filled, moderation.lockReasonHint)}
${textField(context, filled, {
  name: 'ends',
  label: moderation.lockEnds,
  hint: moderation.lockEndsHint,
  type: 'date',
  maxLength: 10,
})}
<p class="actions"><button class="button primary" name="act" value="lock">${moderation.lock}</button></p>`
}
