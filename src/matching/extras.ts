import {
  clip,
  clipEnd,
  crossed,
  extraEnd,
  extraFolders,
  seasonEpisode,
  technical,
  videoEnding,
} from './file-name-patterns.ts'
import { maxFileName } from './file-names.ts'
import { spaced, withoutIds, yearIn } from './title-readings.ts'

/** Whether a folder in a library is named as those are that hold trailers and other extras. */
export const isExtraFolder = (name: string): boolean => extraFolders.test(name.slice(0, maxFileName))

/**
 * Whether a file in a folder is a trailer, a sample or another extra, and not the film or the episode itself. A film
 * may be called like one: then its folder has the same name.
 */
export function isExtraFile(name: string, folder: string): boolean {
  const base = name.slice(0, maxFileName).replace(videoEnding, '')
  if (clip.test(base)) return !hasNameOf(base, folder)
  const [end] = extraEnd.exec(base) ?? clipEnd.exec(base) ?? []
  if (end === undefined || hasNameOf(base, folder)) return false
  const before = spaced(base.slice(0, -end.length))
  const isNumbered = seasonEpisode.test(before) || crossed.test(before)
  if (!clipEnd.test(base)) return !isNumbered
  return technical.test(before) || (!isNumbered && (end.startsWith('-') || yearIn(before) !== undefined))
}

const hasNameOf = (base: string, folder: string) => {
  const [one, other] = [base, folder].map((name) => withoutIds(name).toLowerCase().replace(/\P{L}/gu, ''))
  return one !== '' && one === other
}
