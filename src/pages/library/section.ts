import { airedAmong } from '#src/kept/aired.ts'
import { type Progress, type ProgressEpisode, progressOf, timesWatched } from '#src/kept/progress.ts'
import { type WatchedKind, watchedEpisodes } from '#src/kept/watched.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { episodeAddress } from '../records/addresses.ts'
import { section } from '../records/cards.ts'
import { logButton } from '../records/log-button.ts'
import { episodeName } from '../records/translated-words.ts'
import { todayOf } from './days.ts'
import { episodeButton, episodesForm, timesList, watchedButton } from './forms.ts'
import { notedBar } from './noted.ts'

/** Where something was watched from: its record, and the address of its page. */
type Shown = { id: number; address: string }

/** When somebody watched a movie or an episode; nothing for who has not. */
export async function watchedSection(context: PageContext, kind: WatchedKind, { id, address }: Shown): Promise<Html> {
  const { viewer, db, texts } = context
  const { library } = texts
  if (!viewer) return nothing
  const times = await timesWatched(db, viewer.id, kind, id)
  const watching = {
    media_type: kind === 'movie' ? ('movie' as const) : ('tv_episode' as const),
    media_id: id,
    next: address,
  }
  return section(library.watched, timesList(context, watching, times), times.length)
}

/**
 * How far somebody has come with a series and its next episode, whether there is more to mark, and what to say of each
 * season.
 */
export type SeriesWatching = { section: Html; isOpen: boolean; ofSeason(season_number: number): string }

export async function seriesWatching(
  context: PageContext,
  { id, address, episode_count }: Shown & { episode_count: number },
): Promise<SeriesWatching> {
  const { viewer, db, texts, format, now } = context
  const none = { section: nothing, isOpen: false, ofSeason: () => '' }
  if (!viewer) return none
  const progress = (await progressOf(db, viewer.id, [id], todayOf(now))).get(id)
  if (!progress || progress.aired === 0) return none
  const { library } = texts
  const bar = await notedBar(context, address)
  const known = progress.episodes.length
  const missing =
    known < episode_count &&
    html`<p class="note">${library.known(format.number(known), format.number(episode_count))}</p>`
  const over = airedAmong(progress.episodes, todayOf(now))
  const counted = progress.episodes.filter((episode) => episode.is_watched || over.has(episode))
  const bySeason = Map.groupBy(counted, ({ season_number }) => season_number)
  return {
    isOpen: progress.watched < progress.aired,
    section: section(
      library.watched,
      html`${bar}${progressLine(context, progress)}${missing}${nextEpisode(context, progress, address, address)}`,
    ),
    ofSeason(season_number) {
      const episodes = bySeason.get(season_number) ?? []
      const watched = episodes.filter(({ is_watched }) => is_watched).length
      return watched === 0 ? '' : library.progress(format.number(watched), format.number(episodes.length))
    },
  }
}

/** How many of the episodes that have aired are watched, as a bar and in words. */
export const progressLine = ({ texts, format }: PageContext, { aired, watched }: Progress): Html => {
  const said = texts.library.progress(format.number(watched), format.number(aired))
  return html`<p class="progress"><progress max="${aired}" value="${watched}" aria-label="${said}"></progress>
<span class="note" aria-hidden="true">${said}</span></p>`
}

/** The episode to go on with, and a button that notes it. */
export function nextEpisode(context: PageContext, { next, episodes }: Progress, series: string, here: string): Html {
  const { library } = context.texts
  if (!next) return html`<p class="note">${library.upToDate} ${airsNext(context, episodes)}</p>`
  const { season_number, episode_number } = next
  return html`<p><a href="${episodeAddress(series, season_number, episode_number)}">${library.next(
    nameOf(context, next),
  )}</a></p>
<div class="actions">${watchedButton(
    context,
    { media_type: 'tv_episode', media_id: next.id, next: here },
    'add',
    library.markNext,
    { className: 'button primary', about: nameOf(context, next) },
  )}</div>`
}

/** When the first episode airs that has not yet, if its day is known. */
function airsNext(context: PageContext, episodes: Progress['episodes']): string {
  const today = todayOf(context.now)
  const coming = episodes.find(({ air_date, is_watched }) => !is_watched && air_date !== null && air_date > today)
  return coming
    ? context.texts.library.airsNext(nameOf(context, coming), context.format.date(coming.air_date ?? ''))
    : ''
}

function nameOf(context: PageContext, { name, season_number, episode_number }: ProgressEpisode): string {
  const number = context.texts.catalogue.episodeOfSeason(season_number, episode_number)
  return name ? `${number}, ${episodeName(context, name, episode_number)}` : number
}

/** What can be done with the episodes of a season that is shown: which are watched, and the form of each. */
export type SeasonWatching = { head: Html; ofEpisode(episode: { id: number; episode_number: number }): Html }

export async function seasonWatching(
  context: PageContext,
  season: Shown & {
    season_number: number
    air_date: string | null
    episodes: readonly { id: number; air_date: string | null }[]
  },
): Promise<SeasonWatching> {
  const { viewer, db, texts, format, now } = context
  const { library } = texts
  if (!viewer || season.episodes.length === 0) return { head: nothing, ofEpisode: () => nothing }
  const watched = await watchedEpisodes(
    db,
    viewer.id,
    season.episodes.map(({ id }) => id),
  )
  const count = season.episodes.filter(({ id }) => watched.has(id)).length
  const dated = season.episodes.map(({ id, air_date }) => ({
    ...{ id, air_date, season_number: season.season_number },
    season_air_date: season.air_date,
  }))
  const over = airedAmong(dated, todayOf(now))
  const isOpen = [...over].some(({ id }) => !watched.has(id))
  // As in the library: what has aired, and what somebody has watched all the same.
  const most = dated.filter((episode) => over.has(episode) || watched.has(episode.id)).length
  const next = season.address
  const ofSeason = { media_type: 'tv_season' as const, media_id: season.id, next }
  const aired = new Set([...over].map(({ id }) => id))
  const coming = dated.length - most
  const said = [
    most > 0 && library.progress(format.number(count), format.number(most)),
    coming > 0 && library.notAired(coming),
  ]
    .filter(Boolean)
    .join(' · ')
  const head = html`${await notedBar(context, next)}${said && html`<p class="note">${said}</p>`}<div class="actions">
${isOpen && logButton(context, season.address.split('?')[0] ?? '', library.markSeason, 'button')}
${count > 0 && watchedButton(context, ofSeason, 'remove', library.unmarkSeason)}</div>
${episodesForm(context, next)}`
  return {
    head,
    ofEpisode({ id, episode_number }) {
      const about = texts.catalogue.episode(episode_number)
      const button = (act: 'add' | 'remove' | 'up_to', label: string) => episodeButton(act, { id, label, about })
      if (watched.has(id)) return html`<div class="watched-actions">${button('remove', library.unmarkEpisode)}</div>`
      // What has not aired yet is not offered.
      if (!aired.has(id)) return nothing
      return html`<div class="watched-actions">${button('add', library.note)}
${button('up_to', library.upToHere)}</div>`
    },
  }
}
