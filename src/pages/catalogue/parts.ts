import { dialects } from '#src/contract/dialects.ts'
import { pagination } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { profileAddress } from '../profiles/address.ts'
import { markdown } from '../reviews/markdown.ts'
import { addressOf } from './addresses.ts'
import { cards, facts, longList, personCard, section } from './cards.ts'
import type { AggregateCredits, Credits, ExternalIds, Keywords, Reviews, Titles, Videos } from './part-replies.ts'
import { translatedWord } from './translated-words.ts'

/** People of the cast that are shown as cards; the others are in a list. */
const castCards = 12

const personLink = (person: { id: number; name: string }) =>
  html`<a href="${addressOf('person', person.id, person.name)}">${person.name}</a>`

export function creditsSection(context: RenderContext, credits: Credits): Html {
  const { catalogue } = context.texts
  const { cast, crew } = credits
  const guest_stars = 'guest_stars' in credits ? credits.guest_stars : []
  const inOrder = [...cast].sort((one, other) => one.order - other.order)
  return html`
${section(
  catalogue.cast,
  html`${cards(inOrder.slice(0, castCards).map((person) => personCard(person, person.character)))}
${longList(context, catalogue.moreCast, inOrder.slice(castCards).map(castRow))}`,
  cast.length,
)}
${section(
  catalogue.guestStars,
  html`${cards(guest_stars.slice(0, castCards).map((person) => personCard(person, person.character)))}
${longList(context, catalogue.moreCast, guest_stars.slice(castCards).map(castRow))}`,
  guest_stars.length,
)}
${crewSection(context, crew)}`
}

const castRow = (person: Credits['cast'][number]) =>
  html`${personLink(person)}${person.character && html`<span class="note">${person.character}</span>`}`

type Crew = Pick<Credits['crew'][number], 'id' | 'name' | 'job'>

/** Jobs that most people look for first. */
const firstJobs = ['Director', 'Creator', 'Writer', 'Screenplay', 'Producer']

/**
 * Each job with its people. Several jobs may have the same word in the language of the page, and each person is named
 * once for it.
 */
function crewSection(context: RenderContext, crew: readonly Crew[]): Html {
  const place = ({ job }: Crew) => (firstJobs.indexOf(job) + firstJobs.length + 1) % (firstJobs.length + 1)
  const inOrder = [...crew].sort((one, other) => place(one) - place(other))
  const jobs = [...Map.groupBy(inOrder, ({ job }) => translatedWord(context, 'job', job))]
  return section(
    context.texts.catalogue.crew,
    facts(
      jobs.map(([job, members]) => [
        job,
        [...new Map(members.map((member) => [member.id, member])).values()].map(
          (person, index) => html`${index > 0 && ', '}${personLink(person)}`,
        ),
      ]),
    ),
    crew.length,
  )
}

export function aggregateSection(context: RenderContext, { cast, crew }: AggregateCredits): Html {
  const { catalogue } = context.texts
  const role = ({ roles, total_episode_count }: AggregateCredits['cast'][number]) =>
    [
      roles
        .map(({ character }) => character)
        .filter(Boolean)
        .join(', '),
      catalogue.episodeCount(total_episode_count),
    ]
      .filter(Boolean)
      .join(' · ')
  return html`
${section(
  catalogue.cast,
  html`${cards(cast.slice(0, castCards).map((person) => personCard(person, role(person))))}
${longList(
  context,
  catalogue.moreCast,
  cast.slice(castCards).map((person) => html`${personLink(person)} <span class="note">${role(person)}</span>`),
)}`,
  cast.length,
)}
${crewSection(
  context,
  crew.flatMap(({ jobs, ...person }) => jobs.map(({ job }) => ({ ...person, job }))),
)}`
}

/** Where the videos of a site are. Of other sites only the key is known. */
const videoSites: Readonly<Record<string, string>> = {
  YouTube: 'https://www.youtube.com/watch?v=',
  Vimeo: 'https://vimeo.com/',
}

export function videosSection(context: RenderContext, { results }: Videos): Html {
  const { format } = context
  const { catalogue } = context.texts
  const rows = results.map(({ name, site, key, type, iso_639_1, published_at }) => {
    const base = Object.hasOwn(videoSites, site) ? videoSites[site] : undefined
    const kind = translatedWord(context, 'videoType', type)
    const where = base ? site : catalogue.videoOn(site, key)
    const about = [name && kind, where, iso_639_1 && format.language(iso_639_1), format.date(published_at)]
    const title = name || kind || catalogue.video
    return html`<li>${
      base
        ? html`<a href="${base}${encodeURIComponent(key)}" rel="noopener noreferrer external">${title}</a>`
        : html`<strong>${title}</strong>`
    } <span class="note">${about.filter(Boolean).join(' · ')}</span></li>`
  })
  return section(catalogue.videos, html`<ul class="record-rows">${rows}</ul>`, rows.length)
}

export function idsSection({ texts, config }: PageContext, ids: ExternalIds): Html {
  const { catalogue } = texts
  const dialect = dialects[config.dialect]
  const systemNames: Readonly<Record<string, string>> = catalogue.systems
  const known = Object.entries(ids).filter(([name, value]) => name !== 'id' && value !== null && value !== '')
  return section(
    catalogue.externalIds,
    facts(
      known.map(([name, value]) => [
        dialect.systemName(name) ?? systemNames[name] ?? name,
        html`<code>${value}</code>`,
      ]),
    ),
    known.length,
  )
}

export function titlesSection(context: RenderContext, titles: Titles): Html {
  const { texts, format } = context
  const rows = titles.map(({ iso_3166_1, title, type }) => {
    const about = [iso_3166_1 && format.country(iso_3166_1), translatedWord(context, 'titleType', type)]
      .filter(Boolean)
      .join(' · ')
    return html`${title}${about && html` <span class="note">${about}</span>`}`
  })
  return section(texts.catalogue.alternativeTitles, longList(context, texts.catalogue.show, rows), rows.length)
}

const tags = (names: readonly { name: string }[]): Html =>
  html`<ul class="tags">${names.map(({ name }) => html`<li>${name}</li>`)}</ul>`

export const keywordsSection = ({ texts }: RenderContext, place: 'movie' | 'tv', keywords: Keywords): Html =>
  section(
    texts.catalogue.keywords,
    html`<ul class="tags">${keywords.map(
      ({ id, name }) => html`<li><a href="/discover/${place}?keyword=${id}">${name}</a></li>`,
    )}</ul>`,
    keywords.length,
  )

/**
 * A page of reviews with their beginnings, and a link to write one. `address` is that of the record, `authors` has the
 * user names of those whose profile everybody may see, by review.
 */
export function reviewsSection(
  context: RenderContext,
  reviews: Reviews,
  authors: ReadonlyMap<string, string>,
  address: string,
): Html {
  const { catalogue } = context.texts
  const writing = `${address}/review`
  const way = context.viewer ? writing : `/login?next=${encodeURIComponent(writing)}`
  return html`
<section class="part" id="reviews"><h2>${catalogue.reviews}</h2>
${reviews.total_results === 0 && html`<p>${catalogue.noReviews}</p>`}
${reviews.results.map((review) => reviewCard(context, review, authors.get(review.id)))}
${pagination(context, reviews, (to) => `${address}?reviews=${to}#reviews`)}
<p class="actions"><a class="button" href="${way}">${catalogue.writeReview}</a></p>
</section>`
}

/** A review with its beginning. */
function reviewCard(
  { texts: { catalogue }, format }: RenderContext,
  review: Reviews['results'][number],
  username: string | undefined,
): Html {
  const { id, author, author_details, content, created_at } = review
  const rating = author_details.rating
  const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
  const writer = username !== undefined && html`<a href="${profileAddress(username)}">@${username}</a> · `
  const beginning = content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content
  return html`
<article class="card review"><h3><a href="/review/${id}">${catalogue.reviewBy(author)}</a></h3>
<p class="note">${rated}${writer}${format.date(created_at)}</p>
<div class="prose">${markdown(beginning)}</div></article>`
}

/** Characters of a review in a list. */
const excerptLength = 600

export const namesSection = (context: RenderContext, names: readonly { name: string }[]): Html =>
  section(context.texts.catalogue.alternativeNames, tags(names), names.length)
