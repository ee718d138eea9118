import { lookAgain } from '#src/kept-import/by-title.ts'
import { acceptGuesses, cancelImport, dropImport, readOf, startUndoing, startWriting } from '#src/kept-import/steps.ts'
import type { NoticeName } from '#src/texts/index.ts'
import { type Page, page, redirect } from '../page.ts'
import { addressOf, importIn } from './import.ts'

/** What is done with an import as a whole, by the last part of its address, and the notice after it. */
const acts: readonly { path: string; work: typeof startUndoing; notice?: NoticeName; isGone?: true }[] = [
  { path: 'undo', work: startUndoing },
  { path: 'cancel', work: cancelImport, notice: 'keptImport.cancelled' },
  { path: 'look-again', work: lookAgain },
  { path: 'accept', work: acceptGuesses, notice: 'keptImport.accepted' },
  { path: 'delete', work: dropImport, notice: 'keptImport.deleted', isGone: true },
]

/** Writes what is matched; reviews only where somebody has said so. */
const writeImport = page('POST /settings/import/{id}/write', {
  access: 'account',
  form: ['reviews'],
  async handle(context) {
    const found = await importIn(context)
    if (!found) return undefined
    const { viewer, form, write } = context
    const withReviews = form.reviews !== '' && viewer.email_verified_at !== null
    const isDone = await write(startWriting, { id: found.id, withReviews })
    return redirect(addressOf(found), isDone ? undefined : 'keptImport.notNow')
  },
})

/** Says who counts in a file about several people. */
const choosePerson = page('POST /settings/import/{id}/person', {
  access: 'account',
  form: ['person'],
  async handle(context) {
    const found = await importIn(context)
    if (!found) return undefined
    const isDone = await context.write(readOf, { id: found.id, person: context.form.person })
    return redirect(addressOf(found), isDone ? undefined : 'keptImport.notNow')
  },
})

export const importActs: readonly Page[] = [
  writeImport,
  choosePerson,
  ...acts.map(({ path, work, notice, isGone }) =>
    page(`POST /settings/import/{id}/${path}`, {
      access: 'account',
      async handle(context) {
        const found = await importIn(context)
        if (!found) return undefined
        const isDone = await context.write(work, found.id)
        if (!isDone) return redirect(addressOf(found), 'keptImport.notNow')
        return redirect(isGone ? '/settings/import' : addressOf(found), notice)
      },
    }),
  ),
]
