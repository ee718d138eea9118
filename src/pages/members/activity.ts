import { movieSummariesById, seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { placesOf } from '#src/contributions/editing/names.ts'
import { coversOfLists } from '#src/contributions/lists/covers.ts'
import {
  type Act,
  activityOf,
  activityShown,
  lastWatchedOf,
  placeOfAct,
  watchedBy,
} from '#src/contributions/members/activity.ts'
import { type Member, membersById, type Whose } from '#src/contributions/members/members.ts'
import { type PlaceInActivity, placeText } from '#src/contributions/members/place-in-activity.ts'
import { avatar } from '../components/avatar.ts'
import { languageOf } from '../components/languages.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { episodeAddress, movieAddress, seriesAddress } from '../records/addresses.ts'
import { profileAddress } from '../records/profile-address.ts'

/** What is said in one row: several episodes of a series that somebody watched on one day are one. */
type Row = { act: Act; count: number }

/** What an act is about, as a row shows it. */
type Subject = { name: string; address: string; note?: string; picture?: Html }

/** The last things that members did, as rows; none if there is nothing that the viewer may see. */
export const activityRows = async (context: PageContext, whose: Whose, most: number): Promise<Html[]> =>
  rowsAbout(context, await activityOf(context.db, whose), most)

/** The same from a place on, and the place of the last one if there may be more. */
export async function activityPage(context: PageContext, whose: Whose, before: PlaceInActivity | undefined) {
  const acts = await activityOf(context.db, whose, activityShown, before)
  const last = acts.length < activityShown ? undefined : acts.at(-1)
  return { rows: await rowsAbout(context, acts, activityShown), next: last && placeText(placeOfAct(last)) }
}

async function rowsAbout(context: PageContext, acts: readonly Act[], most: number): Promise<Html[]> {
  const { rows, subjects } = await rowsOfActs(context, acts, most)
  const members = await membersById(
    context.db,
    rows.map(({ act }) => act.account_id),
  )
  return rows.flatMap((row) => {
    const member = members.get(row.act.account_id)
    const subject = subjects(row)
    return member && subject ? [rowOf(context, row, subject, byMember(member))] : []
  })
}

/** What one member watched last, without the name: it stands above. */
export async function diaryRows(context: PageContext, whose: Whose, most: number): Promise<Html[]> {
  const watched = await watchedBy(context.db, whose, activityShown)
  const acts = watched.map((act): Act => ({ what: 'watched', ...act }))
  const { rows, subjects } = await rowsOfActs(context, acts, most)
  return rows.flatMap((row) => {
    const subject = subjects(row)
    return subject ? [rowOf(context, row, subject)] : []
  })
}

/** Acts in rows, and what these are about. */
async function rowsOfActs(context: PageContext, acts: readonly Act[], most: number) {
  const episodes = await placesOfEpisodes(context, acts)
  const rows = together(acts, (id) => episodes.get(id)?.series_id).slice(0, most)
  return { rows, subjects: await subjectsOf(context, rows, episodes) }
}

/** Whether it is about a title or an episode, and not about a list. */
const isOfRecord = (act: Act): act is Exclude<Act, { what: 'listed' | 'added' }> =>
  act.what !== 'listed' && act.what !== 'added'

const placesOfEpisodes = ({ db }: PageContext, acts: readonly Act[]) =>
  placesOf(
    db,
    'episode',
    acts.flatMap((act) => (isOfRecord(act) && act.kind === 'episode' ? [act.entity_id] : [])),
  )

/** What each of some members watched last, if the diary is shown, by the id of the account. */
export async function lastWatched(context: PageContext, ids: readonly number[]): Promise<Map<number, Html>> {
  const acts = (await lastWatchedOf(context.db, ids)).map((act): Act => ({ what: 'watched', ...act }))
  const episodes = await placesOfEpisodes(context, acts)
  const rows = together(acts, (id) => episodes.get(id)?.series_id)
  const subjects = await subjectsOf(context, rows, episodes)
  const said = new Map<number, Html>()
  for (const row of rows) {
    const subject = subjects(row)
    const { account_id } = row.act
    if (!subject || said.has(account_id)) continue
    const { address, name, note } = subject
    const link = html`<a href="${address}">${name}</a>${note !== undefined && html` · ${note}`}`
    said.set(account_id, html`<p class="note">${context.texts.members.watchedLast} ${link}</p>`)
  }
  return said
}

/** Episodes of one series that a member watched on one day in one row, where the last of them is. */
function together(acts: readonly Act[], seriesOf: (episode: number) => number | undefined): Row[] {
  const rows = new Map<string, Row>()
  for (const [at, act] of acts.entries()) {
    const isEpisode = act.what === 'watched' && act.kind === 'episode'
    const of = isEpisode ? `${act.account_id} ${seriesOf(act.entity_id)} ${act.at.slice(0, 10)}` : `act ${at}`
    const known = rows.get(of)
    if (known) known.count++
    else rows.set(of, { act, count: 1 })
  }
  return [...rows.values()]
}

type Places = Awaited<ReturnType<typeof placesOf>>

/** Names, addresses and pictures of what rows are about. */
async function subjectsOf(context: PageContext, rows: readonly Row[], places: Places) {
  const { db, texts } = context
  const language = languageOf(context)
  const covers = await coversOfLists(
    db,
    rows.flatMap(({ act }) => (isOfRecord(act) ? [] : [act.id])),
  )
  const idsOf = (kind: 'movie' | 'series') =>
    new Set(
      rows.flatMap(({ act }) => {
        if (!isOfRecord(act)) {
          const cover = covers.get(act.id)
          return cover?.kind === kind ? [cover.id] : []
        }
        if (act.kind === kind) return [act.entity_id]
        return kind === 'series' && act.kind === 'episode' ? (places.get(act.entity_id)?.series_id ?? []) : []
      }),
    )
  const [movieRows, seriesRows] = await Promise.all([
    movieSummariesById(db, [...idsOf('movie')], language),
    seriesSummariesById(db, [...idsOf('series')], language),
  ])
  const movies = new Map(
    movieRows.map((row) => {
      const { id, title: name, poster_path } = row
      return [id, { name, address: movieAddress(row), picture: poster('movie', id, name, poster_path) }]
    }),
  )
  const series = new Map(
    seriesRows.map((row) => {
      const { id, name, poster_path } = row
      return [id, { name, address: seriesAddress(row), picture: poster('series', id, name, poster_path) }]
    }),
  )
  return ({ act, count }: Row): Subject | undefined => {
    if (!isOfRecord(act)) {
      const cover = covers.get(act.id)
      const shown = cover && (cover.kind === 'movie' ? movies : series).get(cover.id)
      const list = {
        ...(shown && { picture: shown.picture }),
        ...{ name: act.name || texts.lists.untitled, address: `/list/${act.id}` },
      }
      return act.what === 'added' ? { ...list, note: texts.lists.newOn(act.count) } : list
    }
    if (act.kind === 'movie') return movies.get(act.entity_id)
    if (act.kind === 'series') return series.get(act.entity_id)
    const place = places.get(act.entity_id)
    const of = place && series.get(place.series_id)
    if (!of) return undefined
    if (count > 1) return { ...of, note: texts.members.episodes(count) }
    const { season_number, episode_number } = place
    const address = episodeAddress(of.address, season_number, episode_number)
    return { ...of, address, note: texts.catalogue.episodeOfSeason(season_number, episode_number) }
  }
}

function poster(kind: 'movie' | 'series', id: number, name: string, file_path: string | null): Html {
  const shown = pictureOf({ gallery: 'posters', file_path, width: 'listed', drawn: { kind, id } })
  return framed(id, name, 'upright', shown)
}

export const memberName = ({ username, name }: Pick<Member, 'username' | 'name'>): string => name || username

/** Who did it, with the picture. */
function byMember(member: Member): Html {
  const displayName = memberName(member)
  return html`${avatar({ ...member, displayName }, 20)}
<a href="${profileAddress(member.username)}">${displayName}</a> · `
}

function rowOf({ texts, format }: PageContext, { act }: Row, subject: Subject, by: Html = nothing): Html {
  const words = texts.members
  const said =
    act.what === 'rated' ? words.rated(texts.catalogue.outOfTen(format.number(act.value))) : words.acts[act.what]
  const { name, address, note, picture = nothing } = subject
  const day = format.date(act.at.slice(0, 10))
  const at = act.what === 'reviewed' ? html`<a href="/review/${act.id}">${day}</a>` : day
  return html`<li><span class="listed-picture">${picture}</span>
<div><a class="listed-name" href="${address}">${name}</a>
<span class="note">${note !== undefined && html`${note} · `}${by}${said} · ${at}</span></div></li>`
}
