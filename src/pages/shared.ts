import type {
  BreadcrumbListLeaf,
  MovieLeaf,
  MovieSeriesLeaf,
  OrganizationLeaf,
  PersonLeaf,
  ReviewLeaf,
  TVEpisodeLeaf,
  TVSeasonLeaf,
  TVSeriesLeaf,
  WebSiteLeaf,
} from 'schema-dts'

/** What a page is about, in the vocabulary of schema.org. */
export type Node =
  | MovieLeaf
  | TVSeriesLeaf
  | TVSeasonLeaf
  | TVEpisodeLeaf
  | PersonLeaf
  | OrganizationLeaf
  | MovieSeriesLeaf
  | ReviewLeaf
  | BreadcrumbListLeaf
  | WebSiteLeaf

/** How search engines and other sites show a page. */
export type Shared = {
  /** Its canonical address on this server, with the query that belongs to it, and without a language. */
  address: string
  /** What Open Graph calls such a page. */
  type?: 'website' | 'article' | 'profile' | 'video.movie' | 'video.tv_show' | 'video.episode'
  /** What it is called where it is shared, if not by the title of the window. */
  title?: string
  /** The address of its card on this server; absent: that of the site. */
  card?: string
  /** What it is about, in the vocabulary of schema.org. */
  data?: readonly Node[]
}
