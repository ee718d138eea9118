import { idIn, maxStated } from '#src/search/outside-ids.ts'

/** The id of another system in a text or an address, as fields of a row; undefined if there is none. */
export function idPasted(text: string): Record<string, string> | undefined {
  const stated = idIn(text)
  if (!stated || !('source' in stated)) return undefined
  return { external_source: stated.source, value: stated.values[0] as string }
}

/** The forms of addresses of videos, by the site that the catalogue knows them as. */
const videoForms: readonly (readonly [site: string, form: RegExp])[] = [
  [
    'VideoSite1',
    /^https?:\/\/(?:[\w-]+\.)*[\w-]+\.\w+\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{11})(?![\w-])/,
  ],
  ['VideoSite1', /^https?:\/\/[\w-]+\.be\/([\w-]{11})(?![\w-])/],
  ['VideoSite2', /^https?:\/\/(?:[\w-]+\.)*[\w-]+\.\w+\/(?:video\/)?(\d{6,12})(?!\d)/],
]

/** The video that an address is of, as fields of a row; undefined if its form is unknown. */
export function videoPasted(text: string): Record<string, string> | undefined {
  if (text.length > maxStated) return undefined
  for (const [site, form] of videoForms) {
    const [, key] = form.exec(text.trim()) ?? []
    if (key !== undefined) return { site, key }
  }
  return undefined
}
