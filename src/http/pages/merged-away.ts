/** The record of a page was merged into another one, whose page is at this address. */
export class MergedAway extends Error {
  override name = 'MergedAway'
  readonly address: string
  constructor(address: string) {
    super(`The record is now at ${address}`)
    this.address = address
  }
}

/**
 * The address of the survivor's page of the same sort, if the requested record is the one that the page's address
 * names: `/movie/7-name/history` for the path `/3/movie/7` whose survivor is at `/3/movie/8`. Addresses of pages have
 * the segments of the interface, whose ids may be followed by a name.
 */
export function survivorAddress(url: string, asked: string, location: string): string | undefined {
  const [path = '', query] = url.split('?', 2)
  const segments = path.split('/').slice(1)
  const [before, after] = [segmentsOf(asked), segmentsOf(location)]
  const count = before.findLastIndex((segment, place) => segment !== after[place]) + 1
  const isSame = (segment: string, place: number) =>
    segments[place] === segment || (/^\d+$/.test(segment) && segments[place]?.startsWith(`${segment}-`) === true)
  if (count === 0 || !before.slice(0, count).every(isSame)) return undefined
  const told = ['', ...after.slice(0, count), ...segments.slice(count)].join('/')
  return query === undefined ? told : `${told}?${query}`
}

/** The segments of a path behind that of the version. */
const segmentsOf = (path: string): string[] => path.split('/').slice(2)
