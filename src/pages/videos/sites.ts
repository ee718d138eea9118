import { wordTable } from '#src/reference/word-table.ts'

/** A site with videos: where one watches them there, and the frame in which it shows one elsewhere. */
type VideoSite = { watch: string; frame: string; host: string; query: string; key: RegExp }

/** Sites whose addresses are known; their names are those that the catalogue has. Of others only the key is known. */
const sites: Readonly<Record<string, VideoSite>> = wordTable({
  YouTube: {
    watch: 'https://www.youtube.com/watch?v=',
    frame: 'https://www.youtube-nocookie.com/embed/',
    host: 'www.youtube-nocookie.com',
    query: 'autoplay=1&rel=0',
    key: /^[\w-]{1,64}$/,
  },
  Vimeo: {
    watch: 'https://vimeo.com/',
    frame: 'https://player.vimeo.com/video/',
    host: 'player.vimeo.com',
    query: 'autoplay=1&dnt=1',
    key: /^\d{1,20}$/,
  },
})

/** Sources of frames, as a content policy names them. */
export const frameSources = Object.values(sites).map(({ host }) => `https://${host}`)

const siteOf = (name: string): VideoSite | undefined => sites[name]

/** The address of a video at its site; undefined if nobody knows it. */
export function watchAddress({ site, key }: { site: string; key: string }): string | undefined {
  const known = siteOf(site)
  return known && `${known.watch}${encodeURIComponent(key)}`
}

/** The host that shows a video in a frame, and the address of the frame; undefined if it cannot be shown here. */
export function frameOf({ site, key }: { site: string; key: string }): { host: string; address: string } | undefined {
  const known = siteOf(site)
  if (!known?.key.test(key)) return undefined
  return { host: known.host, address: `${known.frame}${key}?${known.query}` }
}
