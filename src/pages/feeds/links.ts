import type { PageView, RenderContext } from '../page.ts'

type Fed = NonNullable<PageView['feed']>

/** Where feeds are, in the language of the page that they belong to. */
export const feedOfReviews = ({ texts, language }: RenderContext, name: string, address: string): Fed => ({
  title: texts.title.feedOfReviews(name),
  address: `${address}/reviews/feed?in=${language}`,
})

export const feedOfPerson = ({ texts, language }: RenderContext, name: string, address: string): Fed => ({
  title: texts.title.feedOfPerson(name),
  address: `${address}/feed?in=${language}`,
})

export const feedOfNewTitles = ({ texts, language }: RenderContext): Fed => ({
  title: texts.home.newTitles,
  address: `/feeds/new?in=${language}`,
})

export const feedOfEpisodes = ({ texts, language }: RenderContext): Fed => ({
  title: texts.home.latestEpisodes,
  address: `/feeds/airing?in=${language}`,
})
