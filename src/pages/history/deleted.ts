import { deletedRecord } from '#src/catalogue/edits/deleted.ts'
import { mergedFrom, removedFrom, survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { findEdit, type LoggedEdit } from '#src/catalogue/edits/history.ts'
import { kindPlaces, type OwnKind } from '#src/catalogue/own-kinds.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import { findEditor, mayEdit, rules, standingOf } from '#src/contributions/trust.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, PageView } from '../page.ts'
import { addressOf, episodeAddress, idIn, numberIn, seasonAddress } from '../records/addresses.ts'
import type { Pictured } from '../records/gallery.ts'
import { type Place, places } from '../records/places.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'
import { editAddress, editHead, sourceNames } from './edits.ts'
import { recordsNamed } from './records.ts'

/** A record that was deleted: it has a history and no page. `by` is the edit that has deleted it. */
export type Deleted = Pictured & { by: LoggedEdit }

/** What the address of a page names and nobody finds, if it was deleted; `isMerged` finds what was merged, too. */
export async function findDeleted(
  context: PageContext,
  { kind }: Place,
  isMerged = false,
): Promise<Deleted | undefined> {
  const isNumbered = kind === 'season' || kind === 'episode'
  const found = isNumbered ? await belowSeries(context, kind, isMerged) : await byId(context, kind)
  const by = found && (await findEdit(context.db, found.edit_id))
  return by && { kind, id: found.id, name: found.name, address: found.address, by }
}

/** What the address of a page names, whether it is there or was deleted. */
export const findEver = async (context: PageContext, place: Place): Promise<Pictured | undefined> =>
  (await place.find(context)) ?? (await findDeleted(context, place))

async function byId({ db, params }: PageContext, kind: OwnKind) {
  const id = idIn(params[kind])
  const deleted = id === undefined ? undefined : await deletedRecord(db, kind, id)
  return deleted && { ...deleted, address: addressOf(kindPlaces[kind], deleted.id, deleted.name) }
}

/** Seasons and episodes are where they were last, also below a series that was deleted with them. */
async function belowSeries(context: PageContext, kind: 'season' | 'episode', isMerged: boolean) {
  const { db, params } = context
  const [series_id, season_number] = [idIn(params.series), numberIn(params.season)]
  const episode_number = kind === 'episode' ? numberIn(params.episode) : undefined
  if (series_id === undefined || season_number === undefined) return undefined
  if (kind === 'episode' && episode_number === undefined) return undefined
  const numbers = { series_id, season_number, ...(episode_number !== undefined && { episode_number }) }
  const id = (await removedFrom(db, kind, numbers)) ?? (isMerged ? await mergedFrom(db, kind, numbers) : undefined)
  const deleted = id === undefined ? undefined : await deletedRecord(db, kind, id)
  if (!deleted) return undefined
  const present = (await namesOf(db, new Map([['series', new Set([series_id])]]))).get(`series ${series_id}`)
  const title = present ?? (await deletedRecord(db, 'series', series_id))?.name ?? ''
  const series = addressOf('tv', series_id, title)
  const [own, address] =
    episode_number === undefined
      ? [seasonName(context, deleted.name, season_number), seasonAddress(series, season_number)]
      : [episodeName(context, deleted.name, episode_number), episodeAddress(series, season_number, episode_number)]
  return { ...deleted, name: `${title}: ${own}`, address }
}

/** Who has deleted a record, when and why, and how it comes back for those who may do that. */
export async function deletionSection(
  context: PageContext,
  { kind, id, by }: Deleted,
  isInNewTab = false,
): Promise<Html> {
  const { db, viewer, texts } = context
  const { history } = texts
  const sources = sourceNames(await allSources(db))
  // What people delete takes its parts along, and they come back together; others may delete a lot at once.
  const isAlone = by.account_id !== null && by.undoes === null
  const query = isAlone ? '' : `?${new URLSearchParams({ kind, id: String(id) })}`
  const mayBringBack = viewer !== undefined && (await isFreeToBringBack(context, by))
  return html`
<section class="history"><p>${history.isDeleted}</p>
${editHead(context, by, sources)}
${
  mayBringBack
    ? html`<p class="actions"><a class="button" href="${editAddress(by.id)}/undo${query}" rel="nofollow"${
        isInNewTab && html` target="_blank"`
      }>${history.bringBack}</a></p>`
    : viewer && html`<p class="note">${history.whoBringsBack}</p>`
}</section>`
}

/** Into which record one was merged, by whom and why; undefined for one that was deleted. */
export async function mergerSection(context: PageContext, { kind, id, by }: Deleted): Promise<Html | undefined> {
  const survivor = await survivorOf(context.db, kind, id)
  if (!survivor) return undefined
  const into = (await recordsNamed(context, [{ kind, id: survivor.id }])).get(`${kind} ${survivor.id}`)
  const name = into?.address ? html`<a href="${into.address}">${into.name}</a>` : into?.name
  return html`
<section class="history"><p>${context.texts.history.merged} ${name}:</p>
${editHead(context, by, sourceNames(await allSources(context.db)))}</section>`
}

/** Whoever may delete at once may take it back, and so may whoever has deleted it. */
async function isFreeToBringBack({ db, viewer, config }: PageContext, by: LoggedEdit): Promise<boolean> {
  if (!viewer || mayEdit(await findEditor(db, viewer.id)) !== 'yes') return false
  const account = { account_id: viewer.id, role: viewer.role }
  return (
    by.account_id === viewer.id || rules.deletion[await standingOf(db, account, config.editsOfNewMembers)] === 'at once'
  )
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}')

/** What is shown in place of a page of a record that was deleted, or of something below it; undefined if none was. */
export async function deletedPage(context: PageContext, path: string): Promise<PageView | undefined> {
  const above = places.filter((place) => `${shapeOf(path)}/`.startsWith(`${shapeOf(place.path)}/`))
  for (const place of above.sort((one, other) => other.path.length - one.path.length)) {
    // Pages of reviews call the movie or the series a title.
    const given = namesIn(path).map((name) => context.params[name] ?? '')
    const params = Object.fromEntries(namesIn(place.path).map((name, index) => [name, given[index] ?? '']))
    const deleted = await findDeleted({ ...context, params }, place)
    if (deleted) return view(context, deleted)
  }
  return undefined
}

async function view(context: PageContext, deleted: Deleted): Promise<PageView> {
  const { history } = context.texts
  const title = history.deletedTitle(deleted.name || `#${deleted.id}`)
  return {
    title,
    http: 404,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
${await deletionSection(context, deleted)}
<p class="actions"><a class="button" href="${deleted.address}/history" rel="nofollow">${history.history}</a></p>`,
  }
}
