import type { AnyLine } from './catalogue.ts'

/** Lines of an import, each with what a test adds to it. */

export const movie = (more: AnyLine = {}) => ({ kind: 'movie', id: 1, title: 'One', source: 'middle', ...more })
export const person = (id: number, more: AnyLine = {}) => ({
  kind: 'person',
  id,
  name: `P${id}`,
  source: 'middle',
  ...more,
})
export const series = (id: number, more: AnyLine = {}) => ({
  kind: 'series',
  id,
  name: `S${id}`,
  source: 'middle',
  ...more,
})
export const season = (id: number, series_id: number, season_number: number, more: AnyLine = {}) => ({
  kind: 'season',
  id,
  series_id,
  season_number,
  source: 'middle',
  ...more,
})
export const episode = (
  id: number,
  series_id: number,
  season_number: number,
  episode_number: number,
  more: AnyLine = {},
) => ({
  kind: 'episode',
  id,
  series_id,
  season_number,
  episode_number,
  source: 'middle',
  ...more,
})
export const videos = (...keys: string[]) => ({
  results: keys.map((key) => ({ key, site: 'VideoSite1', id: idOf(key) })),
})
export const idOf = (key: string) => key.padStart(24, '0')
export const video = (key: string, more: AnyLine = {}) => ({
  iso_639_1: '',
  iso_3166_1: '',
  name: '',
  key,
  site: 'VideoSite1',
  size: 0,
  type: '',
  official: false,
  published_at: '',
  id: idOf(key),
  ...more,
})
