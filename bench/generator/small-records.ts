import { drawn, drawnWhole } from './curves.ts'
import { episodeTitleLength, overviewLength, titleLength } from './distributions.ts'
import { drawLanguage, translated } from './languages.ts'
import { lexicon, titleOf, wordOfLength } from './lexicon.ts'
import { imagesOf, source } from './parts.ts'
import { placeOf } from './people.ts'
import { below, chance, pick, type Random, streamOf } from './random.ts'
import { englishText, foreignText, pathOf } from './texts.ts'
import { homepageOf } from './titles.ts'
import { collectionTitle, drawFor, rankOf, type World } from './world.ts'

const streams = {
  keyword: streamOf('keyword line'),
  company: streamOf('company line'),
  network: streamOf('network line'),
  collection: streamOf('collection line'),
}

export const sourceLine = {
  kind: 'source',
  id: source,
  name: 'Invented catalogue',
  licence: 'CC0-1.0',
  url: '',
  rank: 0,
  redistributable: true,
}

/** A tag: one or two words, and a number where all of them are taken. */
export function keywordLine(world: World, id: number) {
  const random = drawFor(world, streams.keyword, id)
  const words = lexicon('english')
  const one = wordOfLength(words, random, 4 + below(random, 6)).latin
  const name = chance(random, 0.6) ? `${one} ${wordOfLength(words, random, 4 + below(random, 6)).latin}` : one
  return { kind: 'keyword', id, source, name }
}

const companyEndings = [
  'Pictures',
  'Films',
  'Productions',
  'Studio',
  'Entertainment',
  'Media',
  'Film',
  'Cinema',
  '',
  '',
]

export function companyLine(world: World, id: number) {
  const random = drawFor(world, streams.company, id)
  const share = (rankOf(world, 'company', id) + 0.5) / world.counts.company
  const language = drawLanguage(random)
  const ending = pick(random, companyEndings)
  const { latin } = titleOf(language.tongue, random, 4 + below(random, 12))
  const name = ending ? `${latin} ${ending}` : latin
  const logo_path = chance(random, share < 0.1 ? 0.7 : 0.1) ? pathOf(random, '.png') : undefined
  return {
    kind: 'company',
    id,
    source,
    name,
    description: chance(random, 0.02) ? englishText(random, drawnWhole(random, overviewLength)) : undefined,
    headquarters: chance(random, 0.25) ? placeOf(random) : undefined,
    homepage: chance(random, 0.12) ? homepageOf(latin) : undefined,
    origin_country: chance(random, 0.6) ? pick(random, language.countries) : undefined,
    logo_path,
    parent_company: share > 0.01 && chance(random, 0.01) ? parentOf(world, random, id) : undefined,
    alternative_names: chance(random, share < 0.1 ? 0.2 : 0.03) ? alternativeNames(random, latin) : undefined,
    images: logo_path && { logos: imagesOf(random, 'logos', id, 1 + below(random, 2), { picture: logo_path }) },
  }
}

/** One of the greatest hundredth, which have no parents themselves. */
function parentOf({ counts, order }: World, random: Random, id: number) {
  const parent = order.company.from(below(random, Math.ceil(counts.company / 100))) + 1
  return parent === id ? undefined : { id: parent }
}

function alternativeNames(random: Random, name: string) {
  const short = name.replaceAll(/[^A-Z]/g, '')
  const { latin } = titleOf('english', random, 6 + below(random, 10))
  return { results: [{ name: short, type: 'short' }, ...(chance(random, 0.5) ? [{ name: latin, type: '' }] : [])] }
}

export function networkLine(world: World, id: number) {
  const random = drawFor(world, streams.network, id)
  const language = drawLanguage(random)
  const { latin } = titleOf(language.tongue, random, 4 + below(random, 8))
  const logo_path = chance(random, 0.6) ? pathOf(random, '.png') : undefined
  return {
    kind: 'network',
    id,
    source,
    name: chance(random, 0.4) ? `${latin} TV` : latin,
    headquarters: chance(random, 0.3) ? placeOf(random) : undefined,
    homepage: chance(random, 0.3) ? homepageOf(latin) : undefined,
    origin_country: pick(random, language.countries),
    logo_path,
    alternative_names: chance(random, 0.15) ? alternativeNames(random, latin) : undefined,
    images: logo_path && { logos: imagesOf(random, 'logos', -id, 1 + below(random, 2), { picture: logo_path }) },
  }
}

export function collectionLine(world: World, id: number) {
  const random = drawFor(world, streams.collection, id)
  const { language, title } = collectionTitle(world, id)
  const poster_path = chance(random, 0.8) ? pathOf(random) : undefined
  const { latin } = title
  const isTranslated = chance(random, 0.3)
  const { language: other, iso_3166_1 } = pick(random, translated.slice(0, 12))
  const overview = foreignText(other.tongue, random, Math.floor(drawn(random, episodeTitleLength) * 4), other.isNative)
  const shown = titleOf(other.tongue, random, drawnWhole(random, titleLength))
  const data = { title: other.isNative ? shown.native : shown.latin, overview }
  return {
    kind: 'collection',
    id,
    source,
    name: `${latin} Collection`,
    original_name: `${language.isNative ? title.native : latin} Collection`,
    original_language: language.iso_639_1,
    overview: chance(random, 0.6) ? englishText(random, Math.floor(drawn(random, overviewLength) * 0.7)) : undefined,
    poster_path,
    backdrop_path: chance(random, 0.6) ? pathOf(random) : undefined,
    translations: isTranslated ? { translations: [{ iso_3166_1, iso_639_1: other.iso_639_1, data }] } : undefined,
    images:
      poster_path && chance(random, 0.3)
        ? { posters: imagesOf(random, 'posters', id, 1, { picture: poster_path }) }
        : undefined,
  }
}
