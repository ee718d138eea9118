/** A program from npm that makes client code of an OpenAPI document. */
export type Generator = {
  /** Its package. */
  name: string
  version: string
  /** What else is installed beside it. */
  beside: Readonly<Record<string, string>>
  /** Its program, with what it is given to read a document and write below `out`, without an ending. */
  command(document: string, out: string): readonly string[]
  /**
   * TypeScript that exports `reads`, a function for each of `asked`, and `refused`, which returns what a record that is
   * not there is refused with. It uses each reply as its types say, and it imports what was made of both documents from
   * `./interface` and `./commons`. `place` is declared: the address of the server, and a key.
   */
  reads: string
}

/** What each client reads, and what a plain request for it is. */
export const asked = {
  movie: '/3/movie/93?append_to_response=credits%2Cwatch%2Fproviders',
  offers: '/3/tv/990001/watch/providers',
  series: '/3/tv/990001?append_to_response=season%2F1',
  season: '/3/tv/990001/season/1?language=de-DE',
  search: '/3/search/multi?query=nosferatu',
  discover: '/3/discover/movie?with_genres=27&sort_by=primary_release_date.asc&include_adult=false',
  person: '/3/person/1/combined_credits',
  certifications: '/3/certification/movie/list',
  reports: '/commons/1/quality',
  changes: '/commons/1/changes?wait=0&lines=true',
} as const

/** What of a reply differs at each answer. */
export const passing = ['time']

/** A movie that no catalogue has. */
export const NOBODY = 999_999_999
