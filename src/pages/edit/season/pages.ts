import { takeFromHour } from '#src/accounts/hourly-limits.ts'
import { RevisionConflict } from '#src/catalogue/edits/record-for-editing.ts'
import { peopleSourceOf } from '#src/catalogue/sources.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { episodesForEditing } from '#src/contributions/editing/episodes.ts'
import { saveEdit } from '#src/contributions/editing/save.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import { idIn, numberIn } from '../../catalogue/addresses.ts'
import { emptyState } from '../../components/lists.ts'
import { html } from '../../html.ts'
import { type Answer, type PageContext, page, redirect } from '../../page.ts'
import { places } from '../../pictures/records.ts'
import type { Viewer } from '../../viewer.ts'
import { maxFormBytes } from '../edit.ts'
import { sendAgain } from '../form.ts'
import { isNewHere } from '../load.ts'
import { lockedWords, refusal, refusalWords } from '../refusal.ts'
import { drawTable } from './draw.ts'
import { episodesPasted } from './pasted.ts'
import {
  compareTable,
  digestOfTable,
  fillFrom,
  isUnchanged,
  openTable,
  type Table,
  tableIn,
  tableStatements,
} from './table.ts'

const path = '/tv/{series}/season/{season}/episodes/edit'
const seasons = places.filter(({ kind }) => kind === 'season')

/** All episodes of a season in one table, which can be filled from a spreadsheet. */
export const episodePages = seasons.flatMap(({ find }) => [
  page(`GET ${path}`, {
    access: 'account',
    async handle(context) {
      const season = await seasonIn(context, find)
      if (!season) return undefined
      const refused = await refusal(context, season.name)
      return refused ?? drawTable(context, season, { table: openTable(season.episodes), isOpened: true })
    },
  }),
  page(`POST ${path}`, {
    access: 'anyone',
    keepsForm: true,
    bodyLimitBytes: maxFormBytes,
    async handle(context) {
      const season = await seasonIn(context, find)
      return season && answer(context, season)
    },
  }),
])

/** A season with its episodes. */
async function seasonIn(context: PageContext, find: (typeof places)[number]['find']) {
  const [series_id, season_number] = [idIn(context.params.series), numberIn(context.params.season)]
  const found = await find(context)
  if (!found || series_id === undefined || season_number === undefined) return undefined
  const [episodes, isNew] = await Promise.all([
    episodesForEditing(context.db, series_id, season_number),
    isNewHere(context),
  ])
  const numbering = { series_id, season_number }
  return { ...found, action: `${found.address}/episodes/edit`, numbering, episodes, isNew }
}

export type Season = NonNullable<Awaited<ReturnType<typeof seasonIn>>>

async function answer(context: PageContext, season: Season): Promise<Answer> {
  const { viewer, isStale, texts } = context
  const table = tableIn(season.episodes, context.sent)
  const sent = new Map(context.sent)
  if (isStale || !viewer) return drawTable(context, season, { table, sent, ...sendAgain(context) })
  const message = await refusalWords(context)
  if (message) return drawTable(context, season, { table, sent, message, http: 403 })
  const act = sent.get('act') ?? 'look'
  if (act === 'add') {
    table.added.push({ number: '', name: '', air_date: '', runtime: '' })
    return drawTable(context, season, { table, sent })
  }
  if (act === 'paste') {
    const { episodes, unread, unclear } = episodesPasted(sent.get('pasted') ?? '')
    fillFrom(table, season.episodes, episodes)
    const { edit } = texts
    const errors =
      unread.length > 0
        ? { pasted: edit.unread(unread.length, unread[0] as string) }
        : unclear.length > 0
          ? { pasted: edit.unclear(unclear.length, unclear[0] as string) }
          : {}
    const message = html`<p class="notice" role="status">${edit.filledIn(episodes.length)}</p>`
    return drawTable(context, season, {
      table,
      sent,
      errors,
      message,
      comparison: compareTable(table, season.episodes),
    })
  }
  return lookOrSave({ ...context, viewer }, season, { table, sent }, act === 'save')
}

type Sent = { table: Table; sent: ReadonlyMap<string, string> }

async function lookOrSave(
  context: PageContext & { viewer: Viewer },
  season: Season,
  { table, sent }: Sent,
  isSaving: boolean,
): Promise<Answer> {
  const { db, viewer, now, texts, config } = context
  const comparison = compareTable(table, season.episodes)
  const { records, errors, fieldOf } = tableStatements(texts, table, season, comparison)
  const again = { table, sent, errors, comparison }
  if (Object.keys(errors).length > 0) return drawTable(context, season, { ...again, http: 422 })
  if (comparison.conflicts.length > 0) return drawTable(context, season, { ...again, http: 409 })
  if (!isSaving) return drawTable(context, season, again)
  if (isUnchanged(comparison)) return redirect(season.address, 'edit.unchanged')
  if (sent.get('seen') !== digestOfTable(comparison)) {
    const message = html`<p class="notice" role="status">${texts.edit.changedSince}</p>`
    return drawTable(context, season, { ...again, message })
  }
  const waitSeconds = await takeFromHour(db, viewer.id, 'edit', now)
  if (waitSeconds > 0) {
    const message = emptyState(texts.common.errors.too_many.title, texts.account.wait(waitSeconds))
    return { ...drawTable(context, season, { ...again, message, http: 429 }), retryAfterSeconds: waitSeconds }
  }
  try {
    const { waiting } = await saveEdit(db, {
      editsOfNewMembers: config.editsOfNewMembers,
      account_id: viewer.id,
      source_id: peopleSourceOf(config.licenceOfEdits),
      note: sent.get('note') ?? '',
      source_url: (sent.get('source_url') ?? '').trim(),
      at: now,
      companions: [],
      records: () => records,
    })
    return redirect(season.address, waiting === undefined ? 'edit.saved' : 'edit.waits')
  } catch (error) {
    if (error instanceof StatementError) {
      const wrong = error.faults.map((fault) => [fieldOf(fault), texts.edit.fault(fault.reason)])
      return drawTable(context, season, { ...again, errors: Object.fromEntries(wrong), http: 422 })
    }
    if (error instanceof LockedRecord)
      return drawTable(context, season, { ...again, message: lockedWords(context, error), http: 403 })
    if (!(error instanceof RevisionConflict)) throw error
    const { series_id, season_number } = season.numbering
    const episodes = await episodesForEditing(db, series_id, season_number)
    return lookOrSave(context, { ...season, episodes }, { table, sent }, true)
  }
}
