import { hasEntry } from '#src/catalogue/part.ts'
import { videos as videosPart } from '#src/catalogue/parts/videos.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { idsIn } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import type { Pictured } from '../records/gallery.ts'
import { type Videos, videosOf } from '../records/part-replies.ts'
import { placeOf } from '../records/places.ts'
import { playing, type Video, videoAddress, videoRows, videoTitle } from './section.ts'
import { frameOf, frameSources, watchAddress } from './sites.ts'

/** A record with its videos. */
type Of = Pictured & { videos: Videos }
type Context = PageContext<string, 'play'>

/** All videos of a record. */
function listPage(context: Context, { videos, ...record }: Of): Answer {
  const { name, address } = record
  const { catalogue, title: words } = context.texts
  const toAdd = nextStep(`${address}/edit?open=p.videos#p.videos`, words.addVideo)
  return {
    title: words.videosOf(name),
    ...playing(videos),
    main: html`
${smallHead(context, record, catalogue.videos)}
${
  videos.results.length === 0
    ? emptyState(words.noVideos, words.noVideosText, toAdd)
    : videoRows(context, videos.results, address)
}`,
  }
}

/** One video: first what is connected when it plays, and only after that the frame of its host. */
function playPage(context: Context, { videos, ...record }: Of): Answer {
  const { name, address } = record
  const video = videos.results.find(({ id }) => id === context.params.video)
  if (!video || !frameOf(video)) return undefined
  const title = videoTitle(context, video)
  return {
    title: `${title} · ${name}`,
    isPrivate: true,
    frameSources,
    main: html`
${smallHead(context, record, title)}
${player(context, video, address)}`,
  }
}

function player(context: Context, video: Video, address: string): Html {
  const { title: words } = context.texts
  const { host, address: source } = frameOf(video) as NonNullable<ReturnType<typeof frameOf>>
  const title = videoTitle(context, video)
  // Hosts refuse to play where they are not told the site; they are told no more than that.
  const frame = html`<iframe src="${source}" title="${title}" referrerpolicy="strict-origin"
allow="autoplay; encrypted-media; fullscreen; picture-in-picture"></iframe>`
  const isPlaying = context.query.play === 'yes'
  return html`<section class="player">
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

/** The kinds of record that have videos. */
const kinds = ['movie', 'series', 'season', 'episode'] as const

/** The pages of all videos of a record, and of each video that can be played here. */
export const videoPages = kinds.flatMap((kind) => {
  const { path, find } = placeOf(kind)
  async function load(context: Context): Promise<Of | undefined> {
    const record = await find(context)
    const videos = record && (await videosOf(context, kind, idsIn(context.params)))
    return videos && { ...record, videos }
  }
  return [
    page(`GET ${path}/videos` as 'GET /videos', {
      access: 'anyone',
      async handle(context) {
        const other = await redirectFirst(context, kind, { path: '/videos' })
        if (other) return other
        const found = await load(context as Context)
        return found && listPage(context as Context, found)
      },
    }),
    page(`GET ${path}/videos/{video}` as 'GET /videos/{video}', {
      access: 'anyone',
      query: ['play'],
      async handle(context) {
        const { video } = context.params
        const other = await redirectFirst(context, kind, {
          path: `/videos/${encodeURIComponent(video)}`,
          isThere: (db, id) => hasEntry(db, videosPart.store, kind, id, video),
        })
        if (other) return other
        const found = await load(context as Context)
        return found && playPage(context as Context, found)
      },
    }),
  ]
})
