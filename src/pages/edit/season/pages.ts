import { RevisionConflict } from '#src/catalogue/edits/record-for-editing.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { deletedEpisodes, episodesForEditing } from '#src/contributions/editing/episodes.ts'
import { placesOf } from '#src/contributions/editing/names.ts'
import { saveRecords } from '#src/contributions/editing/save.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import type { Texts } from '#src/texts/index.ts'
import { secondsToWait } from '../../components/wait-page.ts'
import { type Html, html } from '../../html.ts'
import { type Answer, type PageContext, page, redirect } from '../../page.ts'
import { digestOf } from '../../record-form/typed.ts'
import { idIn, numberIn } from '../../records/addresses.ts'
import type { Pictured } from '../../records/gallery.ts'
import { placeOf } from '../../records/places.ts'
import type { Viewer } from '../../viewer.ts'
import { type Meant, recordMeant } from '../changed-since-opened.ts'
import { sendAgain, unstorableFaults } from '../draw-form.ts'
import { maxFormBytes } from '../edit.ts'
import { isNewHere } from '../load.ts'
import { lockedWords, reasonFaults, refusal, refusalWords, tooMany } from '../refusal.ts'
import { drawTable } from './draw.ts'
import { episodesPasted, maxPastedLines, type PastedEpisodes } from './pasted.ts'
import {
  blankRow,
  compareTable,
  digestOfTable,
  fillFrom,
  isUnchanged,
  maxAddedRows,
  openTable,
  type Table,
  tableIn,
  tableStatements,
} from './table.ts'

const path = '/tv/{series}/season/{season}/episodes/edit'
const place = placeOf('season')

/** All episodes of a season in one table, which can be filled from a spreadsheet. */
export const episodePages = [
  page(`GET ${path}`, {
    access: 'account',
    async handle(context) {
      const found = await place.find(context)
      const season = found && (await seasonOf(context, found))
      if (!season) return undefined
      const refused = await refusal(context, context.texts.edit.episodesOf(season.name), season)
      return refused ?? drawTable(context, season, { table: openTable(season.episodes), isOpened: true })
    },
  }),
  page(`POST ${path}`, {
    access: 'anyone',
    keepsForm: true,
    bodyLimitBytes: maxFormBytes,
    async handle(context) {
      const meant = await recordMeant(context, place)
      if (!meant) return undefined
      const season = meant.isGone ? await goneSeason(context, meant.record) : await seasonOf(context, meant.record)
      return season && answer(context, season, meant)
    },
  }),
]

/** A season with its episodes. */
async function seasonOf(context: PageContext, found: Pictured) {
  const { db } = context
  const numbers = (await placesOf(db, 'season', [found.id])).get(found.id)
  if (!numbers) return undefined
  const { series_id, season_number } = numbers
  const [episodes, isNew] = await Promise.all([episodesForEditing(db, series_id, season_number), isNewHere(context)])
  return tableOf(found, { numbering: { series_id, season_number }, episodes, isNew })
}

/** A season that was deleted, with the episodes that were in its table, by their numbers alone. */
async function goneSeason(context: PageContext, found: Pictured) {
  const { db, params, sent } = context
  const ids = sent.flatMap(([name]) => (/^e\.\d{1,10}\./.test(name) ? Number(name.split('.')[1]) : []))
  const numbering = { series_id: idIn(params.series) ?? 0, season_number: numberIn(params.season) ?? 0 }
  return tableOf(found, { numbering, episodes: await deletedEpisodes(db, [...new Set(ids)]), isNew: false })
}

const tableOf = <Rest extends object>(found: Pictured, rest: Rest) => ({
  ...found,
  action: `${found.address}/episodes/edit`,
  ...rest,
})

export type Season = NonNullable<Awaited<ReturnType<typeof seasonOf>>>

async function answer(context: PageContext, season: Season, { message: since, isGone }: Meant): Promise<Answer> {
  const { viewer, isStale } = context
  const table = tableIn(season.episodes, context.sent)
  const sent = new Map(context.sent)
  if (isStale || !viewer) return drawTable(context, season, { table, sent, ...sendAgain(context) })
  const refused = await refusalWords(context)
  if (refused) return drawTable(context, season, { table, sent, message: refused, http: 403 })
  const message = since && { message: since }
  if (isGone) return drawTable(context, season, { table, sent, ...message, http: 409 })
  const act = sent.get('act') ?? 'look'
  if (act === 'add') {
    table.added.push(blankRow())
    return drawTable(context, season, { table, sent, ...message })
  }
  // Whoever pastes and looks at what changes wants the table filled, too; what has filled it once does not again.
  const isFresh = act === 'look' && digestOfPasted(sent) !== (sent.get('read') ?? '') && context.unstorable.size === 0
  if (act === 'paste' || isFresh) return paste(context, season, { table, sent })
  return lookOrSave({ ...context, viewer }, season, { table, sent, ...message }, act === 'save' && !since)
}

const digestOfPasted = (sent: ReadonlyMap<string, string>): string => {
  const text = (sent.get('pasted') ?? '').replaceAll('\r\n', '\n').trim()
  return text === '' ? '' : digestOf(text)
}

/** Fills the table from what was pasted, and says what of it is not clear. */
function paste(context: PageContext, season: Season, { table, sent }: Sent): Answer {
  const { edit } = context.texts
  const pasted = episodesPasted(sent.get('pasted') ?? '')
  const { episodes } = pasted
  const left = fillFrom(table, season.episodes, episodes)
  const error = pastedFault(edit, pasted, left)
  const errors = error === undefined ? {} : { pasted: error }
  const message = html`<p class="notice" role="status">${edit.filledIn(episodes.length)}</p>`
  const comparison = compareTable(table, season.episodes)
  const read = new Map(sent).set('read', digestOfPasted(sent))
  return drawTable(context, season, { table, sent: read, errors, message, comparison })
}

/** What of a pasted text has not become rows of the table. */
function pastedFault(
  { tooManyLines, tooManyRows, unread: notRead, unclear: notClear }: Texts['edit'],
  { isTooLong, unread, unclear }: PastedEpisodes,
  left: number,
): string | undefined {
  if (isTooLong) return tooManyLines(maxPastedLines)
  if (left > 0) return tooManyRows(maxAddedRows)
  if (unread[0] !== undefined) return notRead(unread.length, unread[0])
  return unclear[0] === undefined ? undefined : notClear(unclear.length, unclear[0])
}

type Sent = {
  table: Table
  sent: ReadonlyMap<string, string>
  /** What has to be said whatever comes of it. */
  message?: Html
}

async function lookOrSave(
  context: PageContext & { viewer: Viewer },
  season: Season,
  { table, sent, message }: Sent,
  isSaving: boolean,
): Promise<Answer> {
  const { texts } = context
  const comparison = compareTable(table, season.episodes)
  const { records, errors, fieldOf } = tableStatements(texts, table, season, comparison)
  Object.assign(errors, reasonFaults(context, Object.fromEntries(sent)), unstorableFaults(context, table.typed))
  const again = { table, sent, errors, comparison, ...(message && { message }) }
  if (Object.keys(errors).length > 0) return drawTable(context, season, { ...again, http: 422 })
  if (comparison.conflicts.length > 0) return drawTable(context, season, { ...again, http: 409 })
  if (!isSaving) return drawTable(context, season, again)
  if (isUnchanged(comparison)) return redirect(season.address, 'edit.unchanged')
  if (sent.get('seen') !== digestOfTable(comparison)) {
    const message = html`<p class="notice" role="status">${texts.edit.changedSince}</p>`
    return drawTable(context, season, { ...again, message })
  }
  try {
    const { pending } = await context.write(saveRecords, {
      note: sent.get('note') ?? '',
      source_url: (sent.get('source_url') ?? '').trim(),
      companions: [],
      records: () => records,
    })
    return redirect(season.address, pending === undefined ? 'edit.saved' : 'edit.waits')
  } catch (error) {
    const retryAfterSeconds = secondsToWait(error)
    if (retryAfterSeconds !== undefined)
      return { ...drawTable(context, season, { ...again, ...tooMany(context, retryAfterSeconds) }), retryAfterSeconds }
    if (error instanceof StatementError) {
      const wrong = error.faults.map((fault) => [fieldOf(fault), texts.edit.fault(fault.reason)])
      return drawTable(context, season, { ...again, errors: Object.fromEntries(wrong), http: 422 })
    }
    if (error instanceof LockedRecord)
      return drawTable(context, season, { ...again, message: lockedWords(context, error), isLocked: true, http: 403 })
    if (!(error instanceof RevisionConflict)) throw error
    const { series_id, season_number } = season.numbering
    const episodes = await episodesForEditing(context.db, series_id, season_number)
    return lookOrSave(context, { ...season, episodes }, { table, sent }, true)
  }
}
