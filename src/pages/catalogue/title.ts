import type { Static } from 'typebox'
import type { RecordGallery } from '#src/catalogue/galleries.ts'
import type { OffersInCountry } from '#src/catalogue/offers.ts'
import { partOperation } from '#src/catalogue/part-operations.ts'
import { sourcesOfText, type TextSource } from '#src/catalogue/summaries/text-sources.ts'
import type { Operation } from '#src/contract/operation.ts'
import { type Likes, likesOf } from '#src/contributions/likes.ts'
import { type ListChoice, listsToChoose } from '#src/contributions/lists/choose.ts'
import { authorsWithProfile } from '#src/contributions/profiles.ts'
import { reviewBy } from '#src/contributions/reviews.ts'
import type { Reader } from '#src/database/database.ts'
import type { details as movieDetails } from '#src/groups/movies/details.ts'
import { type Kept, keptKey, keptOf } from '#src/kept/kept-of.ts'
import type { RatedRecord } from '#src/kept/ratings.ts'
import { spreadInReviews, spreadOfRatings } from '#src/kept/spread.ts'
import { allOf } from '#src/reference/all-of.ts'
import { type Translations, textInSomeLanguage } from '../components/languages.ts'
import { pageIn } from '../components/page-number.ts'
import { feedOfReviews } from '../feeds/links.ts'
import { type Html, html } from '../html.ts'
import { libraryScript } from '../library/forms.ts'
import { listsSection, type PublicLists, publicListsWith } from '../lists/with-title.ts'
import { ratingsLine } from '../members/ratings.ts'
import type { Answer, PageContext } from '../page.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { yearOf } from '../records/cards.ts'
import { recordFrame, type Sections } from '../records/frame.ts'
import { headBackdrop, headPicture, imagesSection, loadGalleries } from '../records/gallery.ts'
import { type Note, recordHead } from '../records/head.ts'
import type { RecordNotice } from '../records/notice.ts'
import { idsSection } from '../records/outside-ids.ts'
import { ownedNote } from '../records/owned.ts'
import { keptPanel, keptScript } from '../records/panel.ts'
import {
  type Appendable,
  detailsOf,
  type ExternalIds,
  type Keywords,
  type PageDetails,
  type Reviews,
  type Titles,
  type Videos,
  videosOf,
} from '../records/part-replies.ts'
import type { Sharing } from '../sharing/titles.ts'
import { playing, trailerButton, videosSection } from '../videos/section.ts'
import { keywordsSection, reviewsSection, type Spread, titlesSection } from './parts.ts'
import { recommendedSection, similarSection, type TitlesBeside, titlesBeside } from './similar.ts'
import { loadOffers, whereToWatch } from './where-to-watch.ts'

/** What the page of a movie or a series loads besides its details. */
type LoadedSections = {
  videos: Videos
  galleries: RecordGallery[]
  reviews: Reviews
  /** The user names of authors whose profile everybody may see, by review. */
  authors: ReadonlyMap<string, string>
  hasOwnReview: boolean
  likes: (review: string) => Likes
  kept: Kept | undefined
  /** What members gave it whose ratings the viewer may see. */
  ratedBy: Html
  owned: Html
  lists: ListChoice | undefined
  spread: Spread
  publicLists: PublicLists | undefined
  offers: OffersInCountry
  similar: TitlesBeside
  recommended: TitlesBeside
  notice: RecordNotice
  textSources: readonly TextSource[]
}

/** Everything that the page of a movie or a series shows; undefined if there is no such record or page of reviews. */
export async function loadTitle<Details extends Operation, Name extends Appendable<Details>>(
  context: PageContext<string, 'reviews' | 'country'>,
  kind: 'movie' | 'series',
  id: number,
  details: Details,
  appended: readonly Name[],
): Promise<(LoadedSections & { found: PageDetails<Details, Name> }) | undefined> {
  const { ask, db, viewer, query } = context
  const page = pageIn(query.reviews)
  if (page === undefined) return undefined
  const params = { [`${kind}_id`]: id }
  const record = { kind, entity_id: id }
  const { found, videos, reviews, similar, recommended, kept, byMembers, ...others } = await allOf({
    found: detailsOf(context, details, params, appended),
    videos: videosOf(context, kind, params),
    galleries: loadGalleries(db, kind, id),
    reviews: ask(partOperation(kind, 'reviews'), { params, query: { page } }),
    kept: viewer && keptOf(db, viewer.id, [record]),
    owned: ownedNote(context, kind, id),
    lists: viewer && listsToChoose(db, viewer.id, record),
    byMembers: spreadOfRatings(db, record),
    ratedBy: ratingsLine(context, record),
    publicLists: publicListsWith(context, kind, params),
    offers: loadOffers(context, kind, id),
    similar: titlesBeside(context, kind, 'similar', params),
    recommended: titlesBeside(context, kind, 'recommendations', params),
    notice: recordNotice(context, kind, id),
    textSources: sourcesOfText(db, kind, [id], 'overview'),
  })
  if (!found || !videos || !reviews || !similar || !recommended) return undefined
  const ids = reviews.results.map(({ id }) => id)
  const { ownReview, ...besides } = await allOf({
    authors: authorsWithProfile(db, ids),
    likes: likesOf(db, 'review', ids, viewer?.id),
    ownReview: viewer && reviewBy(db, viewer.id, record),
    spread: spreadToShow(db, record, byMembers, reviews.total_results),
  })
  const own = { kept: kept?.get(keptKey(record)), hasOwnReview: ownReview !== undefined }
  return { found, videos, reviews, similar, recommended, ...others, ...besides, ...own }
}

/** The ratings of members, or where they have given none, those in the reviews. */
async function spreadToShow(
  db: Reader,
  title: RatedRecord,
  byMembers: readonly number[],
  reviews: number,
): Promise<Spread> {
  if (reviews === 0 || byMembers.some((count) => count > 0)) return { counts: byMembers, of: 'members' }
  return { counts: await spreadInReviews(db, title), of: 'reviews' }
}

/** What the details of movies and series have in common. */
type CommonDetails = Pick<
  Static<typeof movieDetails.reply>,
  'id' | 'overview' | 'tagline' | 'original_language' | 'poster_path' | 'backdrop_path' | 'vote_average' | 'vote_count'
> & { translations: Translations; external_ids: ExternalIds }

/** What differs between them, as the page shows it. */
type TitleView = {
  place: 'movie' | 'tv'
  address: string
  title: string
  original: string
  /** The first day: it is part of the window's title. */
  day: string
  /** What it says of itself where it is found or shared. */
  sharing: Sharing
  /** Shown after the title. */
  years: string | Html
  notes: readonly Note[]
  makers: readonly (readonly [label: string, people: readonly Html[]])[]
  /** What it is called to note that it was watched; absent where there is nothing to note. */
  log: string | undefined
  /** What only one of the two has, and what they have in different forms. */
  sections: Sections
  titles: Titles
  /** Which page of them is shown. */
  titlesPage: number
  keywords: Keywords
}

/** The page of a movie or a series. */
export function titlePage(
  context: PageContext,
  details: CommonDetails,
  loaded: LoadedSections,
  view: TitleView,
): Answer {
  const { address, title, original, day, years, notes, makers, sections } = view
  const { catalogue } = context.texts
  const { galleries } = loaded
  const record = { kind: view.place === 'tv' ? ('series' as const) : view.place, id: details.id, name: title, address }
  const head = recordHead(context, {
    record,
    address,
    notice: loaded.notice,
    ...(record.kind === 'series' && { edits: [[`${address}/season/new`, context.texts.edit.addKind.season] as const] }),
    picture: headPicture(
      context,
      record,
      { gallery: 'posters', file_path: details.poster_path, shape: 'upright', notice: loaded.notice },
      galleries,
    ),
    backdrop: headBackdrop(details.backdrop_path, galleries),
    title,
    year: years,
    tagline: details.tagline,
    rating: details,
    ...{ notes, makers },
    original: { title: original, language: details.original_language },
    trailer: trailerButton(context, loaded.videos, address),
    action: html`${loaded.owned}${keptPanel(context, {
      ...{ kind: record.kind, id: details.id, address, kept: loaded.kept, lists: loaded.lists, log: view.log },
    })}${loaded.ratedBy}`,
    heading: catalogue.overview,
    text: textInSomeLanguage(context, {
      text: details.overview,
      name: 'overview',
      original: details.original_language,
      sources: loaded.textSources,
      translations: details.translations.translations,
    }),
  })
  const plays = playing(loaded.videos)
  return {
    title: day ? `${title} (${yearOf(day)})` : title,
    ...view.sharing,
    about: { of: record.kind, id: details.id },
    feed: feedOfReviews(context, title, address),
    ...plays,
    scripts: [keptScript, libraryScript, ...plays.scripts],
    main: recordFrame({
      head,
      sections: {
        ...sections,
        watch: whereToWatch(context, loaded.offers, address),
        videos: videosSection(context, loaded.videos, address),
        images: imagesSection(context, record, galleries, [details.poster_path, details.backdrop_path]),
        similar: similarSection(context, loaded.similar),
        recommended: recommendedSection(context, loaded.recommended, loaded.similar),
        lists: listsSection(context, loaded.publicLists),
        reviews: reviewsSection(context, loaded, address),
        titles: titlesSection(context, view.titles, view.titlesPage, address),
        keywords: keywordsSection(context, view.place, view.keywords),
        ids: idsSection(context, details.external_ids, record.kind),
      },
    }),
  }
}
