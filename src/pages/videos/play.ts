import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as episodeDetails } from '#src/groups/tv-episodes/details.ts'
import { details as seasonDetails } from '#src/groups/tv-seasons/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import {
  episodeAddress,
  idIn,
  movieAddress,
  numberIn,
  redirectToCanonical,
  seasonAddress,
  seriesAddress,
} from '../catalogue/addresses.ts'
import { languageTag } from '../catalogue/languages.ts'
import { type Videos, videosOf } from '../catalogue/part-replies.ts'
import { episodeName, seasonName } from '../catalogue/translated-words.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { playing, type Video, videoAddress, videoRows, videoTitle } from './section.ts'
import { frameOf, frameSources, watchAddress } from './sites.ts'

/** A record with its videos. */
type Of = { name: string; address: string; videos: Videos }
type Context = PageContext<string, 'play'>

/** All videos of a record. */
function listPage(context: Context, { name, address, videos }: Of): Answer {
  const { catalogue, title: words } = context.texts
  return (
    redirectToCanonical(`${address}/videos`, context.address) ?? {
      title: words.videosOf(name),
      ...playing(videos),
      main: html`
<nav class="trail" aria-label="${catalogue.trail}"><a href="${address}">${name}</a></nav>
<h1>${catalogue.videos}</h1>
${videos.results.length === 0 ? html`<p>${words.noVideos}</p>` : videoRows(context, videos.results, address)}`,
    }
  )
}

/** One video: first what is connected when it plays, and only after that the frame of its host. */
function playPage(context: Context, { name, address, videos }: Of): Answer {
  const video = videos.results.find(({ id }) => id === context.params.video)
  if (!video || !frameOf(video)) return undefined
  const title = videoTitle(context, video)
  return (
    redirectToCanonical(videoAddress(address, video), context.address) ?? {
      title: `${title} · ${name}`,
      isPrivate: true,
      frameSources,
      main: html`
<nav class="trail" aria-label="${context.texts.catalogue.trail}"><a href="${address}">${name}</a></nav>
${player(context, video, address)}`,
    }
  )
}

function player(context: Context, video: Video, address: string): Html {
  const { title: words } = context.texts
  const { host, address: source } = frameOf(video) as NonNullable<ReturnType<typeof frameOf>>
  const title = videoTitle(context, video)
  // Hosts refuse to play where they are not told the site; they are told no more than that.
  const frame = html`<iframe src="${source}" title="${title}" referrerpolicy="strict-origin"
allow="autoplay; encrypted-media; fullscreen; picture-in-picture"></iframe>`
  const isPlaying = context.query.play === 'yes'
  return html`<section class="player"><h1>${title}</h1>
${isPlaying ? frame : html`<p>${words.playsFrom(video.site, host)}</p>`}
<div class="actions">${
    !isPlaying &&
    html`<a class="button primary" href="${videoAddress(address, video)}?play=yes" rel="nofollow" data-player>${
      words.play
    }</a>`
  }
<a class="button" href="${watchAddress(video)}" rel="noopener noreferrer external">${words.openOn(video.site)}</a>
<a class="button" href="${address}" data-close>${words.close}</a></div></section>`
}

type Load = (context: Context) => Promise<Of | undefined>

const loadMovie: Load = async (context) => {
  const movie_id = idIn(context.params.movie)
  if (movie_id === undefined) return undefined
  const params = { movie_id }
  const query = { language: languageTag(context) }
  const [movie, videos] = await Promise.all([
    context.ask(movieDetails, { params, query }),
    videosOf(context, 'movie', params),
  ])
  return movie && videos && { name: movie.title, address: movieAddress(movie), videos }
}

/** A series, or what is below it. */
const loadSeries: Load = async (context) => {
  const { series: of, season, episode } = context.params
  const [series_id, season_number, episode_number] = [idIn(of), numberIn(season), numberIn(episode)]
  if (series_id === undefined) return undefined
  const query = { language: languageTag(context) }
  const series = await context.ask(seriesDetails, { params: { series_id }, query })
  if (!series) return undefined
  const address = seriesAddress(series)
  if (season === undefined) {
    const videos = await videosOf(context, 'series', { series_id })
    return videos && { name: series.name, address, videos }
  }
  if (season_number === undefined) return undefined
  if (episode === undefined) {
    const params = { series_id, season_number }
    const found = await context.ask(seasonDetails, { params, query })
    const videos = found && (await videosOf(context, 'season', params))
    const name = found && `${series.name}: ${seasonName(context, found.name, season_number)}`
    return videos && { name: name ?? '', address: seasonAddress(address, season_number), videos }
  }
  if (episode_number === undefined) return undefined
  const params = { series_id, season_number, episode_number }
  const found = await context.ask(episodeDetails, { params, query })
  const videos = found && (await videosOf(context, 'episode', params))
  const name = found && `${series.name}: ${episodeName(context, found.name, episode_number)}`
  return videos && { name: name ?? '', address: episodeAddress(address, season_number, episode_number), videos }
}

const pagesBelow = (path: string, load: Load) => [
  page(`GET ${path}/videos` as 'GET /videos', {
    access: 'anyone',
    async handle(context) {
      const found = await load(context as Context)
      return found && listPage(context as Context, found)
    },
  }),
  page(`GET ${path}/videos/{video}` as 'GET /videos/{video}', {
    access: 'anyone',
    query: ['play'],
    async handle(context) {
      const found = await load(context as Context)
      return found && playPage(context as Context, found)
    },
  }),
]

/** The pages of all videos of a record, and of each video that can be played here. */
export const videoPages = [
  ...pagesBelow('/movie/{movie}', loadMovie),
  ...pagesBelow('/tv/{series}', loadSeries),
  ...pagesBelow('/tv/{series}/season/{season}', loadSeries),
  ...pagesBelow('/tv/{series}/season/{season}/episode/{episode}', loadSeries),
]
